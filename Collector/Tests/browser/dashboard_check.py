#!/usr/bin/env python3
"""Opens the dashboard's pages in headless Chromium and compares every number on them with the API's.

usage: dashboard_check.py http://127.0.0.1:8080 [--project NAME] [--steps a,b,c] [--figures demo.json]
                          [--screenshots FOLDER]

Exits with 1 where a number differs, is missing, or a page does not come up. Needs Chromium and nothing else.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse
import urllib.request
from html.parser import HTMLParser

VOID = {"meta", "link", "img", "input", "br", "hr", "source", "path", "rect", "ellipse"}


class Page(HTMLParser):
    """All elements of a page with their attributes and the text inside them."""

    def __init__(self, html):
        super().__init__()
        self.elements = []
        self.stack = []
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        element = {"tag": tag, "attributes": dict(attributes), "text": "", "inside": []}
        for outer in self.stack:
            outer["inside"].append(element)
        self.elements.append(element)
        if tag not in VOID:
            self.stack.append(element)

    def handle_endtag(self, tag):
        for index in range(len(self.stack) - 1, -1, -1):
            if self.stack[index]["tag"] == tag:
                del self.stack[index:]
                return

    def handle_data(self, data):
        for element in self.stack:
            element["text"] += data

    def having(self, *names, within=None):
        elements = within["inside"] if within else self.elements
        return [e for e in elements if all(name in e["attributes"] for name in names)]

    def one(self, **attributes):
        wanted = {key.replace("_", "-"): str(value) for key, value in attributes.items()}
        found = [e for e in self.elements if all(e["attributes"].get(k) == v for k, v in wanted.items())]
        return found[0] if len(found) == 1 else None


class Check:
    def __init__(self, options):
        self.url = options.url.rstrip("/")
        self.options = options
        self.compared = 0
        self.faults = []
        self.browser = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
        if not self.browser:
            sys.exit("dashboard_check: no Chromium found; install it with 'apt-get install chromium'.")

    def get(self, path, **parameters):
        parameters = {"project": self.options.project, **parameters}
        query = urllib.parse.urlencode({k: v for k, v in parameters.items() if v is not None}, doseq=True)
        with urllib.request.urlopen(f"{self.url}/api/v1/{path}?{query}", timeout=60) as answer:
            return json.load(answer)

    def run_browser(self, *arguments):
        with tempfile.TemporaryDirectory() as profile:
            command = [self.browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                       f"--user-data-dir={profile}", *arguments]
            return subprocess.run(command, capture_output=True, text=True, timeout=120).stdout

    def address(self, page, parameters):
        query = urllib.parse.urlencode({"project": self.options.project, **parameters}, doseq=True)
        return f"{self.url}/#{page}?{query}"

    def open(self, page, **parameters):
        for budget in (10_000, 40_000):
            html = self.run_browser(f"--virtual-time-budget={budget}", "--dump-dom", self.address(page, parameters))
            shown = Page(html)
            body = [e for e in shown.elements if e["tag"] == "body"]
            if body and body[0]["attributes"].get("data-ready") == page:
                break
        else:
            self.faults.append(f"{page}: the page did not come up")
        for failure in shown.having("data-failure"):
            self.faults.append(f"{page}: the page shows an error: {failure['text']}")
        return shown

    def same(self, where, shown, expected):
        self.compared += 1
        if shown != expected:
            self.faults.append(f"{where}: the page has {shown!r}, the API {expected!r}")

    def number(self, where, element, attribute, expected):
        """Both the attribute and the text that a person reads must be the number."""
        if element is None:
            self.faults.append(f"{where}: not on the page")
            return
        self.same(where, element["attributes"].get(attribute), str(expected))
        digits = re.match(r"[\d,]+", element["text"])
        self.same(f"{where}, as text", digits.group().replace(",", "") if digits else element["text"], str(expected))

    def overview(self):
        page, answer = self.open("overview"), self.get("overview")
        if answer["timeSpan"] is None:
            return self.same("overview is empty", len(page.having("data-empty")), 1)
        series, quality = answer["trend"]["series"][0], answer["quality"]
        expected = {"total": series["total"], "uniqueUsers": series["uniqueUsers"], "nameCount": answer["nameCount"],
                    **{key: quality[key] for key in ("stored", "duplicates", "rejected")}}
        for key, value in expected.items():
            self.number(f"overview {key}", page.one(data_metric=key), "data-value", value)
        self.same("overview days", len(page.having("data-label", "data-users")), len(answer["trend"]["labels"]))
        for label, count, users in zip(answer["trend"]["labels"], series["counts"], series["users"]):
            row = page.one(data_label=label)
            cells = [e["text"].replace(",", "") for e in row["inside"] if e["tag"] == "td"] if row else None
            self.same(f"overview {label}", cells, [label, str(count), str(users)])
        for name in answer["names"]:
            row = page.one(data_name=name["name"])
            cells = [e["text"].replace(",", "") for e in row["inside"] if e["tag"] == "td"] if row else None
            self.same(f"overview {name['name']}", cells, [name["name"], str(name["count"])])

    def trend(self, measure, **parameters):
        where = f"trend {measure} {parameters}"
        page, answer = self.open("trend", measure=measure, **parameters), self.get("trend", **parameters)
        for row, label in enumerate(answer["labels"]):
            shown = page.one(data_label=label)
            cells = page.having("data-series", within=shown) if shown else []
            self.same(f"{where} {label} columns", len(cells), len(answer["series"]))
            for cell, series in zip(cells, answer["series"]):
                self.number(f"{where} {label}", cell, "data-value", series[measure][row])
        totals = page.having("data-total")
        cells = page.having("data-series", within=totals[0]) if totals else []
        for cell, series in zip(cells, answer["series"]):
            self.number(f"{where} total", cell, "data-value", series["uniqueUsers" if measure == "users" else "total"])
        self.same(f"{where} totals", len(cells), len(answer["series"]))

    def funnel(self, steps):
        page, answer = self.open("funnel", steps=steps, window="7d"), self.get("funnel", steps=steps, window="7d")
        if answer["steps"][0]["users"] == 0:
            return self.same("funnel is empty", len(page.having("data-empty")), 1)
        self.same("funnel steps", len(page.having("data-step")), len(answer["steps"]))
        for index, step in enumerate(answer["steps"], 1):
            shown = page.one(data_step=index)
            if shown is None:
                self.faults.append(f"funnel step {index}: not on the page")
                continue
            self.same(f"funnel {index} event", shown["attributes"]["data-event"], step["event"])
            self.same(f"funnel {index} users", shown["attributes"]["data-users"], str(step["users"]))
            texts = [e["text"] for e in shown["inside"] if e["attributes"].get("class") == "users"]
            self.same(f"funnel {index} users, as text", texts, [f"{step['users']:,}"])
            share = f"{step['conversionFromFirst'] * 100:.1f} % of the first"
            self.same(f"funnel {index} share", share in shown["text"], True)
        people = self.get("funnel", steps=steps, window="7d", step=2, outcome="reached")["users"]
        self.same("funnel people behind the bar", len(people), answer["steps"][1]["users"])

    def span(self):
        """The days that have data, as the demo's address of the dashboard names them."""
        span = self.get("info")["timeSpan"]
        return {"from": span["firstText"][:10], "to": span["lastText"][:10]}

    def demo(self, file, steps):
        """The page that the demo's address opens shows the demo's own figures, and other pages keep its days."""
        with open(file) as text:
            expected = json.load(text)["funnel"]
        span = self.span()
        page = self.open("funnel", steps=steps, window="7d", **span)
        shown = [(e["attributes"]["data-event"], e["attributes"]["data-users"]) for e in page.having("data-step")]
        self.same("the demo's funnel", shown, [(step["event"], str(step["users"])) for step in expected])
        links = [e["attributes"]["href"] for e in page.elements
                 if e["tag"] == "a" and re.match("#(overview|trend|funnel|retention)\\?", e["attributes"].get("href", ""))]
        self.same("pages with a range", len(links) >= 4, True)
        for link in links:
            query = urllib.parse.parse_qs(link.partition("?")[2])
            self.same(f"days of {link}", {key: query.get(key) for key in span}, {k: [v] for k, v in span.items()})

    def retention(self, interval):
        page, answer = self.open("retention", interval=interval), self.get("retention", interval=interval)
        cohorts = [cohort for cohort in answer["cohorts"] if cohort["size"]]
        self.same("retention cohorts", len(page.having("data-cohort")), len(cohorts) + 1 if cohorts else 0)
        for cohort in cohorts:
            row = page.one(data_cohort=cohort["label"])
            where = f"retention {cohort['label']}"
            if row is None:
                self.faults.append(f"{where}: not on the page")
                continue
            self.number(f"{where} size", page.having("data-size", within=row)[0], "data-size", cohort["size"])
            for cell, returned in zip(page.having("data-period", within=row), cohort["returned"]):
                if returned is None:
                    self.same(f"{where} future", (cell["attributes"]["data-returned"] or "", cell["text"]), ("", ""))
                else:
                    self.number(where, cell, "data-returned", returned)

    def rejects(self):
        page, answer, quality = self.open("rejects"), self.get("rejects"), self.get("quality")["quality"]
        self.number("rejects total", page.one(data_metric="rejected"), "data-value", answer["total"])
        for key in ("duplicates", "clashes", "timesReplaced", "linksRefused"):
            self.number(f"rejects {key}", page.one(data_metric=key), "data-value", quality[key])
        for reason in answer["reasons"]:
            row = page.one(data_reason=reason["reason"])
            self.same(f"rejects {reason['reason']}", row and row["attributes"]["data-count"], str(reason["count"]))
        self.same("rejects listed", len(page.having("data-reject")), len(answer["rejects"]))

    def events(self):
        page, answer = self.open("live"), self.get("events")
        shown = [e["attributes"]["data-cursor"] for e in page.having("data-cursor")]
        self.same("live events", shown, [event["cursor"] for event in answer["events"]])
        if not answer["events"]:
            return
        user = answer["events"][0]["user"]
        page, answer = self.open("users", user=user), self.get("timeline", user=user, limit=200)
        shown = [e["attributes"]["data-cursor"] for e in page.having("data-cursor")]
        self.same("timeline", shown, [event["cursor"] for event in answer["events"]])
        shown = [e["attributes"]["data-identifier"] for e in page.having("data-identifier")]
        self.same("identifiers", shown, answer["identifiers"])

    def screenshots(self, folder, steps, first):
        os.makedirs(folder, exist_ok=True)
        span = self.span()
        pages = {"overview": span, "live": {}, "trend": {"events": first, **span}, "funnel": {"steps": steps, **span},
                 "retention": {}, "users": {}, "rejects": {}, "config": {}}
        for width, height, looks in ((1280, 900, ("light", "dark")), (400, 860, ("light", "dark"))):
            for look in looks:
                for page, parameters in pages.items():
                    scheme = 0 if look == "dark" else 1
                    self.run_browser(f"--window-size={width},{height}", f"--blink-settings=preferredColorScheme={scheme}",
                                     "--virtual-time-budget=10000",
                                     f"--screenshot={os.path.join(os.path.abspath(folder), f'{page}-{look}-{width}.png')}",
                                     self.address(page, parameters))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("--project", default="default")
    parser.add_argument("--steps", help="the funnel's events, with commas between them")
    parser.add_argument("--figures", metavar="FILE", help="what 'spoor demo' wrote: the dashboard must show the same")
    parser.add_argument("--screenshots", metavar="FOLDER", help="also take a picture of each page")
    options = parser.parse_args()
    check = Check(options)
    names = [entry["name"] for entry in check.get("names")["names"]]
    check.overview()
    if len(names) >= 2:
        steps = options.steps or ",".join(names[:3])
        check.trend("counts", events=",".join(names[:3]), interval="week")
        check.trend("users", events=names[0])
        clashing = check.get("properties", event=names[0])["properties"]
        if clashing:
            check.trend("counts", events=names[0], breakdown=clashing[0]["name"])
        check.funnel(steps)
        if options.figures:
            check.demo(options.figures, steps)
        check.retention("day")
        check.retention("month")
        if options.screenshots:
            check.screenshots(options.screenshots, steps, names[0])
    check.rejects()
    check.events()
    for fault in check.faults[:40]:
        print(f"differs: {fault}", file=sys.stderr)
    print(f"{check.compared} values compared, {len(check.faults)} differ")
    sys.exit(1 if check.faults or check.compared == 0 else 0)


if __name__ == "__main__":
    main()
