#!/bin/sh
# SPDX-License-Identifier: MIT
# --html writes one page that needs no other file; a browser shows its ratios, verdicts and setup, and finds nothing wrong.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
. "$TOP/tests/bench/bench.sh"
need gcc jq chromium python3

spin 'src'
cat >src/hwflavors <<'END'
Flavors: x86-64-v2 x86-64-v3

Benchmark: ./work
Benchmark-Name: <b>bold & "quick"</b>
Metric: rate ops/s

Flavor: x86-64-v2
Cflags: -DTIMES=2

Flavor: x86-64-v3
Cflags: -DTIMES=4
END
hwflavor bench --source src --build-dir build -j2 --html page.html
is "$status" 0 'the page is written'
is "$(grep -c -E 'src=|href=|url\(|@import|<script' page.html)" 0 'it needs no other file'
run chromium --headless --no-sandbox --disable-gpu --virtual-time-budget=2000 --dump-dom "file://$PWD/page.html"
is "$status" 0 'a browser reads it'
cat >look.py <<'END'
import html.parser, sys
class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.texts, self.marks, self.cells = [], [], [], []
    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == 'g':
            self.marks.append(attributes['class'])
        if tag == 'circle':
            self.marks[-1] += ' ' + attributes['cx']
        if tag in ('td', 'th'):
            self.cells.append('')
        self.open.append(tag)
    def handle_endtag(self, tag):
        while self.open and self.open.pop() != tag:
            pass
    def handle_data(self, data):
        if self.open and self.open[-1] in ('td', 'th'):
            self.cells[-1] += data
        if self.open and self.open[-1] in ('h1', 'h2', 'li', 'text') and data.strip():
            self.texts.append(data.strip())
page = Page()
page.feed(open('stdout', encoding='utf-8').read())
gain, loss = [mark.split() for mark in page.marks]
print(gain[0], loss[0], float(gain[1]) > float(loss[1]))
print(' | '.join(page.texts[:6]))
print(' | '.join(page.cells[7:14]))
print('CPU' in page.cells and 'Compiler' in page.cells)
END
is "$(python3 look.py)" 'gain loss True
src: does a flavor pay? | x86-64-v2: gain | x86-64-v3: loss | How many times as fast as the baseline | 0.8 | 1.0
<b>bold & "quick"</b> | x86-64-v2 | 1.502 | 1.502 to 1.502 | 10 | ops/s | gain
True' 'what it shows: marks in their places, verdicts, numbers, setup'
run chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size=1100,900 "--screenshot=$PWD/page.png" "file://$PWD/page.html"
ok 'and draws it' test "$(wc -c <page.png)" -gt 20000
