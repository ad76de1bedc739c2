#!/usr/bin/env python3
"""Uses the configuration page in headless Chromium as a person does, and compares with the API what comes of it.

usage: editor_check.py http://127.0.0.1:8106 [--project NAME] [--data FOLDER] [--screenshots FOLDER]

It saves configurations of the project, and damages one where it is told the collector's data folder. Exits with 1 where something is not as it should be. Needs Chromium and nothing
else.
"""
import argparse
import json
import os
import sys
import urllib.error
import urllib.parse
import urllib.request

from browser_pipe import Browser

STRANGE = "<img src=x onerror=\"document.title='broken'\">"


class Check:
    def __init__(self, options):
        self.url = options.url.rstrip("/")
        self.project = options.project
        self.data = options.data
        self.count = 0
        self.faults = []
        self.browser = Browser()

    def api(self, method="GET", path="", body=None):
        request = urllib.request.Request(
            f"{self.url}/api/v1/config/{self.project}{path}", method=method,
            data=None if body is None else json.dumps(body).encode(), headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    def that(self, holds, sentence):
        self.count += 1
        if not holds:
            self.faults.append(sentence)
            print(f"wrong: {sentence}", file=sys.stderr)

    def run(self, expression):
        return self.browser.run(expression)

    def until(self, expression, sentence):
        self.that(self.browser.until(expression), sentence)

    def address(self, namespace):
        query = urllib.parse.urlencode({"project": self.project, "namespace": namespace})
        return f"{self.url}/#config?{query}"

    def open(self, namespace="prism", browser=None):
        browser = browser or self.browser
        browser.call("Page.navigate", url="about:blank")
        browser.until("location.href === 'about:blank'")
        browser.call("Page.navigate", url=self.address(namespace))
        self.that(browser.until("document.body?.dataset.ready === 'config'"), "the page comes up")
        self.that(not browser.run("document.querySelector('[data-failure]')?.textContent"), "the page shows no error")

    def enter(self, selector, text, event="input"):
        """Puts a text into a field as typing does."""
        self.run(f"""(() => {{ const field = document.querySelector({json.dumps(selector)});
            field.value = {json.dumps(text)}; field.dispatchEvent(new Event({json.dumps(event)}, {{ bubbles: true }})); }})()""")

    def checked(self):
        """Waits until the collector has said what it thinks of the last change."""
        self.until("!document.querySelector('form.configuration').hasAttribute('aria-busy')", "the last change is checked")

    def click(self, selector):
        self.run(f"document.querySelector({json.dumps(selector)}).click()")

    def remark(self, path):
        return f"document.querySelector('[data-remark={json.dumps(path)}].fault')"

    SAVE = "document.querySelector('[data-save]')"

    def save(self, expected):
        """Saves, and waits for the page to show the new revision."""
        self.checked()
        self.that(not self.run(f"{self.SAVE}.disabled"), f"what is right can be saved ({expected})")
        before = self.api()["revision"]
        self.click("[data-save]")
        self.until(f"document.querySelector('[data-state]')?.textContent === 'Revision {before + 1} holds'",
                   f"the page shows revision {before + 1} after saving ({expected})")
        return self.api()

    def fields(self):
        answer = self.api()
        shown = set(self.run("[...document.querySelectorAll('[data-field]')].map((field) => field.dataset.field)"))
        self.that(shown == {field["name"] for field in answer["fields"]} - {"monitorList"}, "every setting has its field")
        for field in answer["fields"]:
            if field["kind"] != "number":
                continue
            text = self.run(f"document.querySelector('[data-field={field['name']}]').textContent").replace(",", "")
            bounds = f"{field['minimum']} to {field['maximum']} · default: {field['defaults']['channel']}"
            self.that(bounds in text, f"{field['name']} tells '{bounds}', not '{text}'")

    def numbers(self):
        for text in ["500", "-1", "many", "1.5"]:
            self.enter("[data-field=maxItem] input", text)
            self.checked()
            self.that(self.run(f"{self.remark('namespaces.prism.maxItem')} !== null"), f"'{text}' is said to be wrong beside its field")
            self.that(self.run(f"{self.SAVE}.disabled"), f"'{text}' cannot be saved")
            self.that(self.run(f"{self.remark('namespaces.prism.maxItem')}.closest('[data-field]').dataset.field") == "maxItem",
                      "the remark stands at its field")
        self.enter("[data-field=maxItem] input", "42")
        self.enter(".savebar input[placeholder^=why]", STRANGE)
        saved = self.save("a number")
        self.that(saved["document"]["namespaces"]["prism"]["maxItem"] == 42, "the number arrives as a number")
        self.that(saved["comment"] == STRANGE, "the comment arrives as it was typed")
        self.that(self.run("document.title") != "broken", "a comment is never markup")
        newest = f"document.querySelector('[data-revision=\"{saved['revision']}\"]')"
        self.that(STRANGE in self.run(f"{newest}.textContent"), "the history shows the comment")
        self.that(self.run(f"{newest}.querySelector('[data-change=\"namespaces.prism.maxItem\"]') !== null"),
                  "the history shows what was changed")
        self.enter("[data-field=maxItem] input", "")
        self.that("maxItem" not in self.save("an emptied field")["document"]["namespaces"]["prism"], "an empty field is not set")

    def flags(self):
        self.enter("[data-field=isUpload] select", "false", "change")
        self.that(self.save("a flag")["document"]["namespaces"]["prism"]["isUpload"] is False, "off is false")
        self.enter("[data-field=isUpload] select", "", "change")
        self.that("isUpload" not in self.save("no flag")["document"]["namespaces"]["prism"], "not set is not there")

    def encryption(self):
        keys = self.api()["openingKeys"]
        if not keys:
            return
        self.enter("[data-field=encryption] select", f"sealed {keys[0]['id']}", "change")
        self.that(self.save("a key")["document"]["namespaces"]["prism"]["encryption"] == {"kind": "sealed", **keys[0]},
                  "the chosen key arrives")

    def types(self):
        if self.run("document.querySelector('[data-add-rule]') === null"):
            self.run("[...document.querySelectorAll('button')].find((button) => button.textContent === 'Set a list').click()")
        count = self.run("document.querySelectorAll('[data-rule]').length")
        self.click("[data-add-rule]")
        self.that(self.run("document.querySelectorAll('[data-rule]').length") == count + 1, "a type is added")
        self.checked()
        self.that(self.run(self.remark(f"namespaces.prism.monitorList[{count}].type") + " !== null"), "a type without a name is said to be wrong in its row")
        self.that(self.run(f"{self.SAVE}.disabled"), "a type without a name cannot be saved")
        row = ".rules tr[data-rule]:nth-last-child(2)"
        self.enter(f"{row} input[type=text]", "screenFrozen")
        self.run(f"document.querySelector('{row} input[type=checkbox]').click()")
        rules = self.save("a type")["document"]["namespaces"]["prism"]["monitorList"]
        self.that(rules[-1] == {"type": "screenFrozen", "onlyWifi": True, "isRealtime": False, "isUploadPayload": False},
                  "the type arrives with its switches")
        self.click(".rules tr[data-rule=screenFrozen] button")
        rules = self.save("a removed type")["document"]["namespaces"]["prism"]["monitorList"]
        self.that(all(rule["type"] != "screenFrozen" for rule in rules), "a removed type is gone")

    def raw(self):
        for text in ["{", "[]", "{}", '{"namespaces":{"prism":{"maxItems":1}}}']:
            self.enter("textarea", text)
            self.checked()
            self.that(self.run("document.querySelector('.remark.fault') !== null"), f"{text} is said to be wrong")
            self.that(self.run(f"{self.SAVE}.disabled"), f"{text} cannot be saved")
        self.that(self.run("document.querySelector('.remark.fault').textContent.startsWith('maxItems: ')"),
                  "a name that has no field is named")
        # Digits that JavaScript cannot hold must survive both the form and the way.
        digits = "9007199254740993"
        definition = '{"name":"cart","version":' + digits + ',"match":{"page":"Cart"},"trigger":"pageView"}'
        self.enter("textarea", '{"namespaces":{"prism":{"maxItem":7}},"definitions":[' + definition + ']}')
        self.until("document.querySelector('[data-field=maxItem] input').value === '7'", "the form follows the JSON")
        self.enter("[data-field=maxItem] input", "8")
        self.that(digits in self.run("document.querySelector('textarea').value"), "large numbers stay the digits they are")
        saved = self.save("JSON")["document"]
        self.that(saved["namespaces"]["prism"]["maxItem"] == 8, "the JSON follows the form")
        self.that(saved["definitions"][0]["version"] == int(digits), "large numbers arrive as they were written")

    def conflict(self):
        current = self.api()
        self.enter("[data-field=maxItem] input", "9")
        document = current["document"]
        document["namespaces"]["prism"]["maxItem"] = 10
        self.api("PUT", "", {"base": current["revision"], "document": document, "author": "somebody else"})
        self.until(f"!{self.SAVE}.disabled", "the page does not know yet")
        self.click("[data-save]")
        self.until("document.querySelector('[data-complaint]')?.textContent.includes('somebody else')",
                   "a second writer is told of the first")
        self.that(self.api()["document"]["namespaces"]["prism"]["maxItem"] == 10, "what the first wrote stays")
        self.run("[...document.querySelectorAll('button')].find((button) => button.textContent.startsWith('Show revision')).click()")
        self.until("document.querySelector('[data-field=maxItem] input')?.value === '10'", "the newer one is shown")

    def draft(self):
        self.enter("[data-field=maxItem] input", "11")
        self.run("location.hash = location.hash.replace('#config', '#rejects')")
        self.until("document.body.dataset.ready === 'rejects'", "another page can be looked at")
        self.run("history.back()")
        self.until("document.body.dataset.ready === 'config' && document.querySelector('[data-field=maxItem] input').value === '11'",
                   "what was begun is still there")
        self.run("[...document.querySelectorAll('button')].find((button) => button.textContent === 'Discard').click()")
        self.until("document.querySelector('[data-field=maxItem] input')?.value === '10'", "it can be discarded")

    def undo(self):
        revision = self.api()["revision"]
        earlier = self.api("GET", f"/history/{revision - 1}")["document"]["namespaces"]
        self.click(f"[data-undo='{revision - 1}']")
        self.until(f"document.querySelector('[data-state]')?.textContent === 'Revision {revision + 1} holds'", "going back is a new revision")
        self.that(self.api()["document"]["namespaces"] == earlier, "the earlier one holds again")

    def other(self):
        self.enter("input[placeholder='another one']", "shop.orders")
        self.run("[...document.querySelectorAll('button')].find((button) => button.textContent === 'Add').click()")
        self.enter("[data-field=expirationDay] input", "3")
        self.that(self.save("a namespace")["document"]["namespaces"].get("shop.orders") == {"expirationDay": 3}, "a namespace is added")
        self.run("[...document.querySelectorAll('button')].find((button) => button.textContent === 'Remove this namespace').click()")
        self.that("shop.orders" not in self.save("no namespace")["document"]["namespaces"], "a namespace is removed")

    def damage(self):
        """Opens the page over a newest file that is damaged, and saves over that."""
        if not self.data:
            return
        newest = self.api()["revision"]
        name = f"{newest:08}.json"
        with open(os.path.join(self.data, "configurations", self.project, name), "w", encoding="utf-8") as file:
            file.write("{")
        readable = self.api()
        self.that(readable["newest"] == newest and readable["revision"] == newest - 1, "the last that can be read is given")
        self.open()
        said = self.run("document.querySelector('[data-problem]')?.textContent") or ""
        self.that(name in said and f"revision {newest - 1}" in said, f"the damaged file and what is shown are named, not '{said}'")
        self.checked()
        self.that(self.run("document.querySelector('[data-state]').textContent") == f"Revision {newest} is damaged",
                  "the page shows that what holds is damaged")
        self.that(self.run(f"document.querySelector('[data-undo=\"{newest - 1}\"]') !== null"), "the last that can be read can be gone back to")
        self.that(not self.run(f"{self.SAVE}.disabled"), "what is shown can be saved over the damaged one")
        self.click("[data-save]")
        self.until(f"document.querySelector('[data-state]')?.textContent === 'Revision {newest + 1} holds'", "it is saved over the damaged one")
        self.that(self.run("document.querySelector('[data-problem]') === null"), "nothing is said to be damaged any more")
        self.that(self.api()["document"]["namespaces"] == readable["document"]["namespaces"], "what was shown holds")

    def screenshots(self, folder):
        os.makedirs(folder, exist_ok=True)
        for width, height in ((1280, 900), (400, 860)):
            for look in ("light", "dark"):
                browser = Browser(width, height, look == "dark")
                self.open("prism", browser)
                browser.screenshot(os.path.join(folder, f"config-{look}-{width}.png"))
                browser.run("""(() => { const field = document.querySelector('[data-field=maxItem] input'); field.value = '500';
                    field.dispatchEvent(new Event('input')); document.querySelector('details').open = true; })()""")
                browser.until("!document.querySelector('form.configuration').hasAttribute('aria-busy')")
                browser.screenshot(os.path.join(folder, f"config-fault-{look}-{width}.png"))
                wide = browser.run("document.documentElement.scrollWidth")
                self.that(wide <= width, f"the page is not wider than the window ({wide} > {width})")
                browser.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("--project", default="default")
    parser.add_argument("--data", metavar="FOLDER", help="the collector's data folder, to damage a file in it")
    parser.add_argument("--screenshots", metavar="FOLDER", help="also take pictures of the page")
    options = parser.parse_args()
    check = Check(options)
    try:
        check.open()
        for step in (check.fields, check.numbers, check.flags, check.encryption, check.types, check.raw, check.conflict,
                     check.draft, check.undo, check.other, check.damage):
            step()
        for error in check.browser.errors:
            check.that(False, f"the page threw {error}")
    finally:
        check.browser.close()
    if options.screenshots:
        check.screenshots(options.screenshots)
    print(f"{check.count} things checked on the configuration page, {len(check.faults)} are wrong")
    sys.exit(1 if check.faults or check.count == 0 else 0)


if __name__ == "__main__":
    main()
