// CodeMirror, dressed as the site and joined to TypeScript.
import {
  acceptCompletion,
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  moveCompletionSelection,
  selectedCompletionIndex,
} from '@codemirror/autocomplete';
import { indentWithTab, isolateHistory } from '@codemirror/commands';
import { javascript } from '@codemirror/lang-javascript';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, linter, setDiagnostics } from '@codemirror/lint';
import { EditorState, Prec } from '@codemirror/state';
import { EditorView, hoverTooltip, keymap } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { basicSetup } from 'codemirror';
import { element } from '../../site/elements.js';
import type { LanguageService } from './language-service.js';

/** A text that can be edited. */
export interface Editor {
  readonly text: string;
  /** Opens another text, with an undo history of its own. `edited` is not called. */
  load(text: string): void;
  /** Replaces the whole text as one edit that can be undone. `edited` is called for the undo alone. */
  replace(text: string): void;
  /** Marks a line as wrong. */
  mark(line: number, text: string): void;
  focus(): void;
}

const colors = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword], color: 'var(--code-word)' },
  { tag: [tags.string, tags.number, tags.bool, tags.null], color: 'var(--code-text)' },
  { tag: tags.comment, color: 'var(--ink-soft)', fontStyle: 'italic' },
  { tag: tags.typeName, color: 'var(--series-3)' },
]);

const look = EditorView.theme({
  '&': { height: '100%', fontSize: 'var(--text-s)', background: 'var(--surface)' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6' },
  '.cm-gutters': { background: 'var(--surface)', color: 'var(--ink-soft)', border: '0' },
  '.cm-activeLine, .cm-activeLineGutter': { background: 'var(--sunken)' },
  '&.cm-focused': { outline: 'none' },
  // Above what the editor itself paints over an outline.
  '&.cm-focused::after': {
    content: '""',
    position: 'absolute',
    inset: '0',
    zIndex: '300',
    border: '2px solid var(--accent)',
    pointerEvents: 'none',
  },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--code-word) 28%, transparent) !important',
  },
  '.cm-tooltip': {
    background: 'var(--surface)',
    color: 'var(--ink)',
    border: '1px solid var(--line)',
    borderRadius: 'var(--radius-s)',
    boxShadow: 'var(--shadow)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    background: 'var(--accent)',
    color: 'var(--accent-ink)',
  },
  '.cm-explained': {
    maxWidth: '34rem',
    maxHeight: '14rem',
    overflow: 'auto',
    margin: '0',
    padding: 'var(--space-2) var(--space-3)',
    fontFamily: 'var(--mono)',
    fontSize: 'var(--text-xs)',
    whiteSpace: 'pre-wrap',
  },
  '.cm-panels': { background: 'var(--paper)', color: 'var(--ink)' },
  '.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panels-bottom': { borderTop: '1px solid var(--line)' },
  '.cm-panel.cm-search': { padding: 'var(--space-2) 2rem var(--space-2) var(--space-2)' },
  '.cm-panel label': { fontSize: 'var(--text-xs)', color: 'var(--ink)' },
  '.cm-textfield': {
    background: 'var(--surface)',
    color: 'var(--ink)',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius-s)',
    fontSize: 'var(--text-xs)',
  },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--surface)',
    color: 'var(--ink)',
    border: '1px solid var(--line)',
    borderRadius: 'var(--radius-s)',
    fontSize: 'var(--text-xs)',
  },
  '.cm-button:active': { backgroundImage: 'none', backgroundColor: 'var(--sunken)' },
  '.cm-panel button[name=close]': { color: 'var(--ink)', minWidth: '1.5rem' },
  '.cm-searchMatch': { background: 'color-mix(in srgb, var(--series-3) 30%, transparent)' },
  '.cm-searchMatch-selected': { background: 'color-mix(in srgb, var(--accent) 40%, transparent)' },
});

const kinds: Record<string, string> = { method: 'method', const: 'constant', let: 'variable' };

function completer(language: LanguageService) {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const word = context.matchBefore(/[\w$]*/);
    const after = context.matchBefore(/[.'"{,]\s*[\w$]*/);
    if (!context.explicit && !after && (word?.from ?? 0) === (word?.to ?? 0)) return null;
    const source = context.state.doc.toString();
    const found = await language.ask('complete', { source, at: context.pos });
    if (found.length === 0) return null;
    return {
      from: word?.from ?? context.pos,
      options: found.map(({ label, kind }) => ({ label, type: kinds[kind] ?? kind })),
      validFor: /^[\w$]*$/,
    };
  };
}

/** Tab takes the first of the open list, or the one chosen by arrow keys, for the word before the cursor. */
function completeWord(view: EditorView): boolean {
  const { state } = view;
  const { head } = state.selection.main;
  if (!/[\w$.]/.test(state.sliceDoc(Math.max(0, head - 1), head))) return false;
  if (selectedCompletionIndex(state) === null) moveCompletionSelection(true)(view);
  return acceptCompletion(view);
}

/** Makes an editor in a place. `edited` is called with each text that a person wrote. */
export function makeEditor(
  place: HTMLElement,
  label: string,
  language: LanguageService,
  edited: (text: string) => void,
): Editor {
  let quiet = false;
  const check = async (view: EditorView): Promise<Diagnostic[]> => {
    const mistakes = await language.ask('check', view.state.doc.toString());
    const end = view.state.doc.length;
    return mistakes.map(({ from, to, text }) => ({
      from: Math.min(from, end),
      to: Math.min(to, end),
      severity: 'error',
      message: text,
    }));
  };
  const explain = hoverTooltip(async (view, pos) => {
    const text = await language.ask('explain', { source: view.state.doc.toString(), at: pos });
    if (!text) return null;
    return { pos, create: () => ({ dom: element('pre', { class: 'cm-explained' }, text) }) };
  });
  const extensions = [
    basicSetup,
    javascript({ typescript: true }),
    syntaxHighlighting(colors),
    // Nothing is chosen at first, so that Enter is a new line.
    autocompletion({ override: [completer(language)], selectOnOpen: false }),
    Prec.high(keymap.of([{ key: 'Tab', run: completeWord }, indentWithTab])),
    linter(check, { delay: 500 }),
    explain,
    look,
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged && !quiet) edited(update.state.doc.toString());
    }),
  ];
  const view = new EditorView({ parent: place, extensions });
  return {
    get text() {
      return view.state.doc.toString();
    },
    load(text) {
      view.setState(EditorState.create({ doc: text, extensions }));
    },
    replace(text) {
      quiet = true;
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: text },
        selection: { anchor: 0 },
        scrollIntoView: true,
        annotations: isolateHistory.of('full'),
      });
      quiet = false;
    },
    mark(number, message) {
      const { doc } = view.state;
      const { from, to } = doc.line(Math.min(Math.max(number, 1), doc.lines));
      view.dispatch(setDiagnostics(view.state, [{ from, to, severity: 'error', message }]));
    },
    focus: () => view.focus(),
  };
}
