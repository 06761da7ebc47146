package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the console says when something is not done: what the server has said, and what to do. Steps of a test where an administrator is
 * logged in over a wire, and there is a user {@code bea}. One thread.
 */
final class ConsoleFailures {
    private static final String REMOVE = "DELETE /management/v1/security/users/bea";
    private static final String DEPLOY = "POST /management/v1/domain/deployments?";
    private static final String FAILED = "dialog .notice.bad";
    private static final String ADVICE = "dialog .notice.bad .advice";
    private static final String PROBLEM = "application/problem+json";
    private static final String UNKNOWN = "Whether it did what you asked for is not known.";

    private final ConsoleBrowser browser;
    private final BrowserWire wire;

    ConsoleFailures(ConsoleBrowser browser, BrowserWire wire) {
        this.browser = browser;
        this.wire = wire;
    }

    /** Each status that the interface, or what stands before it, may answer with; and a part of what to do then. */
    private static Map<Integer, String> advices() {
        Map<Integer, String> advices = new LinkedHashMap<>();
        advices.put(400, "Correct what is named, then do it again.");
        advices.put(403, "Load the page again from the address of the admin server itself");
        advices.put(404, "It may have been removed meanwhile");
        advices.put(405, "Load the page again");
        advices.put(408, "Look whether the server that this is about runs");
        advices.put(409, "What the sentence above names must be done first.");
        advices.put(412, "check, and do it again");
        advices.put(413, "management.upload-maximum-size");
        advices.put(415, "Load the page again");
        advices.put(418, "Load the page again");
        advices.put(422, "Correct what is named, then do it again.");
        advices.put(429, "Wait five minutes.");
        advices.put(500, "The server's log says why. Look at it (the page Logs), then do it again.");
        advices.put(502, "Look whether the server that this is about runs");
        advices.put(503, "Do it again in a moment.");
        advices.put(504, "Look whether the server that this is about runs");
        advices.put(507, "Look at the space and the rights of the server's disk.");
        return advices;
    }

    /** Changes that are not done. */
    void ofChanges() throws Exception {
        browser.go("#/security", "Users and groups");
        browser.awaitText("tbody", "bea");
        browser.press("Remove bea");
        browser.awaitText("dialog", "Remove bea?");
        if (browser.window()
                .run("return String(document.querySelector('dialog input[name=confirmation]') !== null)")
                .equals("true")) {
            browser.set("dialog input[name=confirmation]", "bea");
        }
        for (Map.Entry<Integer, String> each : advices().entrySet()) {
            int status = each.getKey();
            // As the server says it, and as something says it that knows nothing of problems.
            wire.answer(REMOVE, status, PROBLEM, problem("Status " + status, "Said with " + status));
            removes("Said with " + status, each.getValue());
            if (status != 403) {
                wire.answer(REMOVE, status, "text/html", "<h1>" + status + "</h1>");
                removes("with the status " + status + ".", each.getValue());
            }
        }
        wire.answer(REMOVE, 403, PROBLEM, problem("Refused", "This needs the role admin; ada has monitor"));
        removes("This needs the role admin", "Ask an administrator for the role");
        wire.answer(REMOVE, 409, PROBLEM, problem("Under way", "Another change is under way"));
        removes("Another change is under way", "Wait until that has ended");
        wire.answer(
                REMOVE,
                422,
                PROBLEM,
                "{\"title\":\"Refused\",\"detail\":\"It was refused\",\"causes\":[\"first this\",\"then that\"]}");
        removes("It was refused first this then that", "The causes below are from the server");
        wire.answer(REMOVE, 200, "text/html", "<h1>Log in to the proxy</h1>");
        removes("Something else than the management interface has answered.", "a proxy or its login");
        wire.breakAt(REMOVE);
        removes(UNKNOWN, "see whether it was done, and else do it again");
        browser.picture("failure-unknown");
        browser.accessible("a failure in a dialog");
        browser.press("Cancel");
        browser.awaitNoDialog();
        wire.pass();
        assertThat(browser.text("tbody")).contains("bea");
    }

    private static String problem(String title, String detail) {
        return "{\"title\":\"" + title + "\",\"detail\":\"" + detail + "\"}";
    }

    private void removes(String says, String advice) throws Exception {
        fails("Remove bea", says, advice);
    }

    /** The dialog stays, says what is wrong and what to do, and its button can be used again. */
    private void fails(String button, String says, String advice) throws Exception {
        browser.press(button);
        browser.awaitText(FAILED, says);
        assertThat(browser.text(ADVICE))
                .as("what to do where it says: %s", browser.text(FAILED))
                .contains(advice);
    }

    /** What cannot be read: said in the place where it would be. */
    void ofReading() throws Exception {
        String sources = "GET /management/v1/servers/AdminServer/server/runtime/data-sources";
        wire.answer(sources, 500, PROBLEM, problem("Failed", "The pool cannot be looked at"));
        browser.go("#/data-sources", "Data sources");
        browser.awaitText("main .notice.bad", "The pool cannot be looked at");
        browser.awaitText("main .notice.bad .advice", "The server's log says why.");
        wire.pass();
        browser.awaitText("main tbody", "DefaultDataSource");

        // What is there already stays, and it is said that it is from before.
        wire.answer(sources, 500, PROBLEM, problem("Failed", "The pool cannot be looked at"));
        browser.awaitText(".banner.warn", "A part of this page could not be read again: it is as it was at ");
        browser.awaitText(".banner.warn .advice", "The pool cannot be looked at. The server's log says why.");
        assertThat(browser.text("main tbody")).contains("DefaultDataSource");
        browser.picture("failure-from-before");
        browser.accessible("a page that could not be read again");
        wire.pass();
        await().until(() -> browser.text(".banner.warn").isEmpty());

        wire.answer("GET /management/v1/machines", 200, "text/html", "<h1>Log in to the proxy</h1>");
        browser.go("#/machines", "Machines");
        browser.awaitText("main .notice.bad", "Something else than the management interface has answered.");
        browser.awaitText("main .notice.bad .advice", "a proxy or its login");
        wire.pass();
        browser.awaitText("main", "All servers of this domain are on");

        // As if the minute were over.
        browser.window()
                .run(
                        "window.patience = AbortSignal.timeout;"
                                + " AbortSignal.timeout = () => AbortSignal.abort(new DOMException('', 'TimeoutError')); return '';");
        browser.go("#/channels", "Channels");
        browser.awaitText("main .notice.bad", "The admin server has not answered for a minute.");
        browser.awaitText("main .notice.bad .advice", "keelson status");
        browser.awaitText(
                ".banner.bad",
                "The admin server does not answer. What is shown is from before; the page tries again by itself.");
        browser.window().run("AbortSignal.timeout = window.patience; return '';");
        browser.awaitText("main tbody", "Default");
        await().until(() -> browser.text(".banner.bad").isEmpty());
    }

    /** Archives that do not arrive, or are refused. */
    void ofUploads(String archive) throws Exception {
        browser.go("#/deployments", "Deployments");
        browser.press("Deploy …");
        browser.window().type("dialog input[name=file]", archive);
        browser.set("dialog input[name=name]", "large");
        browser.window().click("dialog input[name=target][value=AdminServer]");
        wire.answer(DEPLOY, 413, PROBLEM, problem("Content too large", "The archive has more than 500 MB"));
        fails("Deploy", "The archive has more than 500 MB", "management.upload-maximum-size");
        wire.answer(DEPLOY, 507, PROBLEM, problem("Insufficient storage", "No space left on device"));
        fails("Deploy", "No space left on device", "Look at the space");
        wire.answer(DEPLOY, 200, "text/html", "<h1>Log in to the proxy</h1>");
        fails("Deploy", "Something else than the management interface has answered.", "a proxy or its login");
        wire.breakAt(DEPLOY);
        fails("Deploy", "The connection broke while the archive was sent; nothing was deployed.", "then do it again");
        wire.pass();
        browser.press("Cancel");
        browser.awaitNoDialog();
    }

    /** The bar of an upload over a slow wire goes from one end to the other. */
    void anUploadShowsHowFarItIs(String archive, int bytes) throws Exception {
        browser.go("#/deployments", "Deployments");
        browser.press("Deploy …");
        browser.window().type("dialog input[name=file]", archive);
        browser.set("dialog input[name=name]", "large");
        browser.window().click("dialog input[name=target][value=AdminServer]");
        browser.window()
                .run(
                        "window.bar = []; window.bars = new MutationObserver(() => { const one = document.querySelector('dialog progress');"
                                + " const now = one && one.value + ' ' + one.nextElementSibling.textContent.trim(); if (one "
                                + "&& bar[bar.length - 1] !== now) bar.push(now); });"
                                + " bars.observe(document.body, {subtree: true, childList: true, attributes: true, "
                                + "characterData: true}); return '';");
        wire.slow(bytes / 3);
        browser.press("Deploy");
        browser.awaitText("dialog progress + p", "% sent");
        browser.picture("upload");
        browser.awaitNoDialog();
        wire.slow(0);
        String[] seen =
                browser.window().run("bars.disconnect(); return bar.join('|')").split("[|]");
        double before = -1;
        int between = 0;
        for (String one : seen) {
            double value = Double.parseDouble(one.substring(0, one.indexOf(' ')));
            assertThat(value)
                    .as(String.join(";", seen))
                    .isGreaterThanOrEqualTo(before)
                    .isLessThanOrEqualTo(1);
            between += value > 0 && value < 1 && value > before ? 1 : 0;
            assertThat(one)
                    .endsWith(
                            value < 1 ? " " + Math.round(value * 100) + " % sent" : " Sent; the server works on it …");
            before = value;
        }
        assertThat(between).as("values on the way: %s", String.join(";", seen)).isGreaterThan(4);
        assertThat(before).as("at the end").isEqualTo(1);
        browser.awaitText(".words", "large is deployed to AdminServer");
        browser.awaitText("main tbody", "large");
    }
}
