"""Speaks with headless Chromium over a pair of pipes, so that a page can be used and not only looked at."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time


class Browser:
    def __init__(self, width=1280, height=900, dark=False):
        program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
        if not program:
            sys.exit("No Chromium found; install it with 'apt-get install chromium'.")
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        theirs, self.out = os.pipe()
        self.incoming, ours = os.pipe()
        # The browser reads from descriptor 3 and writes to 4, whichever ours are.
        script = 'exec "$@" 3<&%d 4>&%d' % (theirs, ours)
        command = [program, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe",
                   f"--user-data-dir={self.profile.name}", f"--blink-settings=preferredColorScheme={0 if dark else 1}"]
        self.process = subprocess.Popen(["bash", "-c", script, "bash", *command], pass_fds=(theirs, ours),
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(theirs)
        os.close(ours)
        self.buffer = b""
        self.number = 0
        self.session = None
        self.errors = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Runtime.enable")
        self.call("Page.enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def read(self):
        while b"\0" not in self.buffer:
            part = os.read(self.incoming, 1 << 20)
            if not part:
                raise RuntimeError("the browser has ended")
            self.buffer += part
        message, _, self.buffer = self.buffer.partition(b"\0")
        return json.loads(message)

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.read()
            if answer.get("method") == "Runtime.exceptionThrown":
                self.errors.append(answer["params"]["exceptionDetails"].get("exception", {}).get("description", "an error"))
            if answer.get("method") == "Page.javascriptDialogOpening":
                self.number += 1
                accept = {"id": self.number, "method": "Page.handleJavaScriptDialog", "params": {"accept": True},
                          "sessionId": self.session}
                os.write(self.out, json.dumps(accept).encode() + b"\0")
            if answer.get("id") == message["id"]:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def run(self, expression):
        """The value of a JavaScript expression in the page."""
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"].get("exception", {}).get("description", expression))
        return result["result"].get("value")

    def until(self, expression, seconds=20):
        """Waits until an expression holds; false where it does not in time."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.run(f"Boolean({expression})"):
                return True
            time.sleep(0.05)
        return False

    def screenshot(self, path):
        import base64
        size = self.run("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        clip = {"x": 0, "y": 0, "width": size[0], "height": min(size[1], 6000), "scale": 1}
        data = self.call("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def close(self):
        try:
            self.session = None
            self.call("Browser.close")
        except (RuntimeError, OSError):
            self.process.kill()
        self.process.wait()
        self.profile.cleanup()
