import { Button, Combobox, SegmentedControl, useCombobox } from '@mantine/core'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import type { CannedAnswer, EnquiryDetail } from '../../../../contract/desk/enquiries.ts'
import { sentenceOf } from '../../../lib/api-error.ts'
import { fillCanned } from './canned.ts'
import classes from './composer.module.css'
import { cannedOptions } from './enquiry-queries.ts'
import { categoryName } from './enquiry-words.tsx'

type Language = EnquiryDetail['language']

/** Those for this kind of enquiry first, then those for any, then the others. */
function inGroups(
  answers: readonly CannedAnswer[],
  { category }: EnquiryDetail,
): { label: string; answers: CannedAnswer[] }[] {
  const groups = [
    { label: categoryName(category), of: (one: CannedAnswer) => one.category === category },
    { label: 'For any enquiry', of: (one: CannedAnswer) => one.category === null },
    {
      label: 'Others',
      of: (one: CannedAnswer) => one.category !== null && one.category !== category,
    },
  ]
  return groups
    .map(({ label, of }) => ({ label, answers: answers.filter(of) }))
    .filter(({ answers }) => answers.length > 0)
}

function wanted({ title, en, hi }: CannedAnswer, search: string): boolean {
  const words = search.trim().toLowerCase()
  return [title, en, hi].some((text) => text.toLowerCase().includes(words))
}

/** Answers that are given often, to be put where the cursor stands, in the member's language. */
export function CannedPicker({
  enquiry,
  onOpen,
  onInsert,
}: {
  enquiry: EnquiryDetail
  onOpen: () => void
  onInsert: (text: string) => void
}): ReactElement {
  const [search, setSearch] = useState('')
  const [language, setLanguage] = useState<Language>(enquiry.language)
  const { data, error, isPending } = useQuery(cannedOptions())
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setSearch('')
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  })
  const groups = inGroups(data?.answers.filter((answer) => wanted(answer, search)) ?? [], enquiry)
  const submit = (value: string): void => {
    const selected = data?.answers.find(({ cannedId }) => String(cannedId) === value)
    combobox.closeDropdown()
    if (selected) onInsert(fillCanned(selected[language], enquiry))
  }
  const nothing = error
    ? sentenceOf(error)
    : isPending
      ? 'One moment …'
      : search
        ? 'Nothing is called that.'
        : 'There are none yet. Add them above the list of enquiries.'
  return (
    <Combobox
      store={combobox}
      width="min(440px, calc(100vw - 32px))"
      position="top-start"
      withinPortal={false}
      onOptionSubmit={submit}
    >
      <Combobox.Target withAriaAttributes={false}>
        <Button
          variant="default"
          aria-haspopup="listbox"
          aria-expanded={combobox.dropdownOpened}
          rightSection={<IconChevronDown size={15} stroke={1.8} aria-hidden />}
          onClick={() => {
            onOpen()
            combobox.toggleDropdown()
          }}
        >
          Canned answers
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          aria-label="Search in the canned answers"
          placeholder="Search"
          classNames={{ input: classes.search }}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value)
            combobox.updateSelectedOptionIndex()
          }}
        />
        <div className={classes.language}>
          <SegmentedControl
            size="xs"
            fullWidth
            aria-label="Language of the answer"
            data={[
              { value: 'en', label: 'English' },
              { value: 'hi', label: 'हिन्दी' },
            ]}
            value={language}
            onChange={(value) => setLanguage(value === 'hi' ? 'hi' : 'en')}
          />
        </div>
        <Combobox.Options className={classes.options} aria-label="Canned answers" tabIndex={0}>
          {groups.map(({ label, answers }) => (
            <Combobox.Group key={label} label={label}>
              {answers.map((answer) => (
                <Combobox.Option key={answer.cannedId} value={String(answer.cannedId)}>
                  <div className={classes.option}>
                    <b>{answer.title}</b>
                    <span lang={language}>{fillCanned(answer[language], enquiry)}</span>
                  </div>
                </Combobox.Option>
              ))}
            </Combobox.Group>
          ))}
          {groups.length === 0 && <Combobox.Empty>{nothing}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
