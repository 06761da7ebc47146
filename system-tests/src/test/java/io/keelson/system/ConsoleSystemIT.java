package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The console in a browser. */
@Tag("browser")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ConsoleSystemIT {
    private static final String PASSWORD = "correct horse 7";

    @TempDir
    Path parent;

    private LiveDomain domain;

    @BeforeEach
    void make() throws Exception {
        domain = LiveDomain.create(parent, 1);
    }

    @AfterEach
    void stop() throws Exception {
        domain.close();
    }

    @Test
    void theLinkOfAFirstStartMakesTheFirstAdministrator() throws Exception {
        domain.launch("AdminServer");
        domain.awaitRunning("AdminServer");
        Matcher link =
                Pattern.compile("http://\\S+/console/(#/setup\\?token=\\S+)").matcher("");
        await().until(() -> link.reset(domain.output("AdminServer")).find());
        try (ConsoleBrowser browser = ConsoleBrowser.start(parent, domain.address("AdminServer"))) {
            browser.open(link.group(1));
            browser.awaitText("h1", "Set up Keelson");
            browser.accessible("set-up");
            browser.chromium().type("input[name=user]", "grace");
            browser.chromium().type("input[name=password]", PASSWORD);
            browser.chromium().type("input[name=again]", PASSWORD);
            browser.picture("set-up");
            browser.press("Make the administrator");
            browser.awaitText("h1", "Overview");
            browser.awaitText(".user", "grace");
            browser.open(link.group(1));
            browser.chromium().type("input[name=user]", "mallory");
            browser.chromium().type("input[name=password]", PASSWORD);
            browser.chromium().type("input[name=again]", PASSWORD);
            browser.press("Make the administrator");
            browser.awaitText(".notice.bad", "The link works once");
        }
    }

    /** A thousand resources of fifty servers, which the browser answers for itself: the bounds are far above what is needed. */
    @Test
    void fiftyServersWithAThousandResourcesDoNotHoldItUp() throws Exception {
        domain.launch("AdminServer");
        domain.awaitRunning("AdminServer");
        try (ConsoleBrowser browser = ConsoleBrowser.start(parent, domain.address("AdminServer"))) {
            browser.chromium()
                    .beforeEachPage(new String(
                            ConsoleSystemIT.class
                                    .getResourceAsStream("/console/fifty-servers.js")
                                    .readAllBytes(),
                            StandardCharsets.UTF_8));
            browser.open("#/work-managers");
            browser.awaitText("main", "100 are shown");
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(browser.chromium()
                                    .run("return document.querySelector('main input[type=search]').placeholder"))
                            .isEqualTo("Filter 1000 work managers"));
            browser.press("Show all 1000");
            await().untilAsserted(() -> assertThat(
                            browser.chromium().run("return String(document.querySelectorAll('main tbody tr').length)"))
                    .isEqualTo("1000"));
            browser.chromium().run("window.longest = 0; return '';");
            String millis = browser.chromium()
                    .answer(
                            "const done = arguments[0]; const field = document.querySelector('main input[type=search]');"
                                    + "const began = performance.now(); field.value = 'server-17 shop-3'; field.dispatchEvent(new Event('input'));"
                                    + "const wait = () => document.querySelectorAll('main tbody tr').length === 1 ? done(String(performance.now() - began)) : requestAnimationFrame(wait); wait();");
            assertThat(Double.parseDouble(millis)).as("milliseconds to filter").isLessThan(1000);
            browser.set("main input[type=search]", "");
            // The rows change all the time meanwhile.
            TimeUnit.SECONDS.sleep(8);
            String longest = browser.chromium().run("return String(window.longest)");
            System.out.println(
                    "console: filtered in " + millis + " ms, the longest task in 8 s took " + longest + " ms");
            assertThat(Double.parseDouble(longest))
                    .as("milliseconds of the longest task")
                    .isLessThan(1000);
            browser.go("#/overview", "Overview");
            browser.awaitText(".fleet", "server-50");
            browser.picture("fifty-servers");
            browser.accessible("fifty servers");
        }
    }
}
