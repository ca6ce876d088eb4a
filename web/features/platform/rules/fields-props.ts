/** Error and blur handler of a field, by its place in the value: `value.2.name`. */
export type FieldOf = (name: string) => { error: string | undefined; onBlur: () => void }
export type FieldsProps<V> = { value: V; onChange: (value: V) => void; fieldOf: FieldOf }
