/// The style sheet of the history page.
///
/// Colours of text have a contrast of at least 4.5 to their background in both schemes (WCAG 2.1,
/// 1.4.3).
enum HistoryStyle {
  static let text = """
    :root {
      --ground: #ffffff; --raised: #f6f8fa; --ink: #1f2328; --quiet: #59636e; --edge: #d1d9e0;
      --soft: #e6eaef; --rail: #afb8c1; --link: #0969da; --target: #fff8c5;
      --nothing: #57606a; --nothing-ground: #eaeef2;
      --lossless: #116329; --lossless-ground: #dafbe1;
      --drops: #953800; --drops-ground: #ffe7d1;
      --depends: #6b4a00; --depends-ground: #fff3b0;
      --impossible: #a40e26; --impossible-ground: #ffe1de;
      --unproven: #6639ba; --unproven-ground: #f3e8ff;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --ground: #0d1117; --raised: #151b23; --ink: #e6edf3; --quiet: #9198a1; --edge: #30363d;
        --soft: #21262d; --rail: #57606a; --link: #58a6ff; --target: #2d2a12;
        --nothing: #adb5bd; --nothing-ground: #262c34;
        --lossless: #6fdd8b; --lossless-ground: #12321f;
        --drops: #ffb77c; --drops-ground: #43260f;
        --depends: #ecc94b; --depends-ground: #3a300c;
        --impossible: #ff9a93; --impossible-ground: #4a1a1c;
        --unproven: #d8b9ff; --unproven-ground: #33254d;
      }
    }
    * { box-sizing: border-box; }
    html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; }
    body { margin: 0; background: var(--ground); color: var(--ink); line-height: 1.5;
      font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", "Helvetica Neue", Arial, sans-serif; }
    header, main { max-width: 100rem; margin: 0 auto; padding: 0 1.25rem; }
    header { padding-top: 2.5rem; }
    main { padding-bottom: 4rem; }
    h1 { font-size: 2rem; line-height: 1.2; margin: 0; overflow-wrap: anywhere; }
    h2 { font-size: 1.375rem; margin: 2.5rem 0 .75rem; }
    h3 { font-size: 1.125rem; margin: 0; overflow-wrap: anywhere; }
    h4 { font-size: 1rem; margin: 0 0 .25rem; overflow-wrap: anywhere; }
    a { color: var(--link); }
    :focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 4px; }
    code, pre { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
    code { overflow-wrap: anywhere; }
    .skip, .sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
      white-space: nowrap; }
    .skip:focus { width: auto; height: auto; clip-path: none; padding: .5rem 1rem; z-index: 9;
      background: var(--ground); }
    .eyebrow { color: var(--quiet); margin: 0; font-size: .875rem; }
    .facts { color: var(--quiet); margin: .25rem 0 0; }
    .path { overflow-wrap: anywhere; }
    """
    + "\n" + colors + "\n" + table + "\n" + steps + "\n" + matrix + "\n" + print

  private static let colors = """
    .nothing { --class: var(--nothing); --class-ground: var(--nothing-ground); }
    .lossless { --class: var(--lossless); --class-ground: var(--lossless-ground); }
    .drops-data { --class: var(--drops); --class-ground: var(--drops-ground); }
    .depends-on-data { --class: var(--depends); --class-ground: var(--depends-ground); }
    .not-inferrable { --class: var(--impossible); --class-ground: var(--impossible-ground); }
    .unproven { --class: var(--unproven); --class-ground: var(--unproven-ground); }
    .badge, .mark { color: var(--class); background: var(--class-ground); white-space: nowrap; }
    .badge { display: inline-block; padding: 0 .5em; border-radius: 1em; font-size: .8125rem;
      line-height: 1.5; font-weight: 500; }
    .legend { margin-top: 1rem; font-size: .9375rem; }
    .legend summary { color: var(--quiet); cursor: pointer; width: fit-content; }
    .legend dl { margin: .5rem 0 0; display: grid; gap: .375rem; }
    .legend div { display: grid; grid-template-columns: 8.5rem 1fr; gap: .75rem; }
    .legend dd { margin: 0; color: var(--quiet); }
    """

  private static let table = """
    .scroller { display: flex; flex-direction: row-reverse; overflow-x: auto; border: 1px solid var(--edge);
      border-radius: 10px; }
    .scroller > table { margin-right: auto; }
    .scroller.tight { width: fit-content; max-width: 100%; padding: 0 .375rem .375rem 0; }
    table { border-collapse: separate; border-spacing: 0; }
    caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
    .history { min-width: 100%; font-size: .875rem; }
    .history th, .history td { padding: .25rem .5rem; text-align: center; height: 2.25rem; }
    .history thead th { vertical-align: top; background: var(--raised); font-weight: 500;
      border-bottom: 1px solid var(--edge); min-width: 4rem; max-width: 9rem; overflow-wrap: break-word;
      padding: .5rem; }
    .history th:first-child { position: sticky; left: 0; z-index: 1; text-align: left; background: var(--ground);
      border-right: 1px solid var(--edge); width: 1%; font-weight: 600; }
    .history .name { width: max-content; max-width: 15rem; overflow-wrap: anywhere; line-height: 1.3; }
    .history thead th:first-child { background: var(--raised); z-index: 2; color: var(--quiet); font-weight: 500; }
    .history tbody tr + tr > * { border-top: 1px solid var(--soft); }
    .history tbody tr:hover > * { background-color: var(--raised); }
    .v { display: block; }
    .dot { display: inline-block; width: .75rem; height: .25rem; border-radius: 1rem; background: var(--class); }
    .note { display: block; color: var(--quiet); font-size: .75rem; font-weight: 400; }
    .former { display: block; color: var(--quiet); font-weight: 400; font-size: .8125rem; }
    .on { background-image: linear-gradient(var(--rail), var(--rail)); background-position: center;
      background-size: 100% 2px; background-repeat: no-repeat; }
    .on.born, .on.first { background-position: right; background-size: 50% 2px; }
    .on.died { background-position: left; background-size: 50% 2px; }
    .mark { display: inline-block; padding: .0625rem .5rem; border-radius: 1rem; font-weight: 600;
      text-decoration: none; font-variant-numeric: tabular-nums; font-size: .8125rem;
      box-shadow: 0 0 0 3px var(--ground); }
    a.mark:hover { text-decoration: underline; }
    tr.gone th, tr.gone td { height: auto; padding-top: 1rem; color: var(--quiet); font-weight: 400; }
    """

  private static let steps = """
    article { border-top: 1px solid var(--edge); padding: 1.25rem 0; scroll-margin-top: 0; }
    article:first-of-type { border-top: 0; padding-top: 0; }
    article, main > section > p, .jumps { max-width: 60rem; }
    .from { color: var(--quiet); font-weight: 400; }
    .verdict { margin: .25rem 0 .75rem; color: var(--class); font-weight: 600; }
    .verdict.nothing { color: var(--quiet); }
    .counts { color: var(--quiet); font-weight: 400; }
    .error { margin: 0 0 .5rem; }
    .entity, .renames { margin: .75rem 0 0; padding-left: .75rem; border-left: 3px solid var(--edge); }
    .entity:target, article:target > h3 { background: var(--target); border-left-color: var(--link); }
    .changes { list-style: none; margin: 0; padding: 0; }
    .changes summary { cursor: pointer; padding: .125rem 0; }
    .changes summary::marker { color: var(--quiet); font-size: .75em; }
    .sign { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; color: var(--quiet); }
    .kind { color: var(--quiet); }
    .effect { display: block; margin: 0 0 .25rem 1.6rem; }
    .more { margin: 0 0 .75rem 1.6rem; font-size: .9375rem; }
    .more .effect { margin-left: 0; }
    .more .facts { padding: 0; list-style: none; }
    .label { display: inline-block; min-width: 2.75rem; color: var(--quiet); font-size: .8125rem; }
    .recipe { margin: .5rem 0 0; padding: .5rem .75rem; background: var(--raised); border-radius: 6px;
      overflow-x: auto; overflow-wrap: anywhere; }
    """

  private static let matrix = """
    section > details > summary { cursor: pointer; width: fit-content; color: var(--quiet); margin-bottom: .5rem; }
    .matrix { font-size: .8125rem; }
    .matrix th { font-weight: 500; padding: .125rem .375rem; text-align: left; }
    .matrix td { padding: 1px; }
    .matrix td > span { display: grid; margin: auto; place-items: center; width: 1.5rem; height: 1.5rem; border-radius: 4px;
      color: var(--class); background: var(--class-ground); font-weight: 600; }
    .matrix thead th { text-align: center; vertical-align: bottom; }
    .matrix .down { writing-mode: vertical-rl; max-height: 10rem; overflow-wrap: anywhere; }
    .matrix tbody th, .matrix thead td { position: sticky; left: 0; background: var(--ground); }
    """

  private static let print = """
    @media (max-width: 40rem) {
      header, main { padding-left: 1rem; padding-right: 1rem; }
      .history .name { max-width: 9.5rem; font-size: .8125rem; }
      .legend div { grid-template-columns: 1fr; gap: 0; }
    }
    @media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
    @media print {
      .skip, .legend > summary { display: none; }
      .scroller { display: block; overflow: visible; border: 0; }
      .history th:first-child { position: static; }
      h2, h3, h4 { break-after: avoid; }
      .entity { break-inside: avoid; }
      details::details-content { content-visibility: visible; block-size: auto; }
      a { color: inherit; text-decoration: none; }
      * { print-color-adjust: exact; }
    }
    """
}
