import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import './styles.ts'

const element = document.getElementById('root')
if (!element) throw new Error('The page has no #root element.')
createRoot(element).render(<App />)
