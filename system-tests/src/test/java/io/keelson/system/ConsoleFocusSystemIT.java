package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests where the keyboard is in the console when dialogs open and close, and what becomes of what was entered: all on one domain. */
@Tag("browser")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Order(Integer.MAX_VALUE - 2)
class ConsoleFocusSystemIT {
    private static final String PASSWORD = "correct horse 5";
    private static final String ENTER = Chromium.ENTER;
    private static final int LARGE = 12 * 1024 * 1024;

    @TempDir
    static Path parent;

    private LiveDomain domain;

    @BeforeAll
    void start() throws Exception {
        domain = LiveDomain.create(parent, 1);
        Path file = Files.writeString(parent.resolve("password"), PASSWORD + "\n");
        for (String user : new String[] {"ada", "bea", "cleo"}) {
            domain.cli("user", "add", user, "--group", "Administrators", "--password-file", file.toString());
        }
        domain.launch("AdminServer");
        domain.awaitRunning("AdminServer");
    }

    @AfterAll
    void stop() throws Exception {
        domain.close();
    }

    private ConsoleBrowser loggedIn() throws Exception {
        return loggedIn(domain.address("AdminServer"));
    }

    private ConsoleBrowser loggedIn(String address) throws Exception {
        ConsoleBrowser browser = ConsoleBrowser.start(parent, address);
        browser.open("");
        browser.awaitText("h1", "Keelson");
        browser.awaitFocus("input[name=user]");
        browser.chromium().keys("ada" + Chromium.TAB + PASSWORD + ENTER);
        browser.awaitText("h1", "Overview");
        browser.awaitFocus("h1");
        return browser;
    }

    @Test
    void aDialogTakesTheFocusKeepsItAndGivesItBack() throws Exception {
        try (ConsoleBrowser browser = loggedIn()) {
            Chromium chromium = browser.chromium();
            browser.go("#/deployments", "Deployments");
            browser.awaitText("main", "Nothing is deployed");
            browser.tabTo(".page-head button.primary");
            chromium.keys(ENTER);
            browser.awaitFocus("dialog input[name=file]");
            browser.usableByKeyboard("the dialog that deploys");
            browser.tabTo("dialog button.primary");
            chromium.keys(Chromium.TAB);
            browser.awaitFocus("dialog input[name=file]");
            chromium.tabBack();
            browser.awaitFocus("dialog button.primary");
            chromium.keys(Chromium.ESCAPE);
            browser.awaitNoDialog();
            browser.awaitFocus(".page-head button.primary");
            givesItBackToWhatWasDrawnAnew(browser);
            tellsAFailureAndStays(browser);
            readsWithoutLosingThePlace(browser);
        }
    }

    /** The page's button is another element by the time the dialog closes: with the same name in the same place. */
    private static void givesItBackToWhatWasDrawnAnew(ConsoleBrowser browser) throws Exception {
        browser.chromium().keys(ENTER);
        browser.awaitFocus("dialog input[name=file]");
        browser.window()
                .run(
                        "const old = document.querySelector('.page-head button.primary'); const other = old.cloneNode(true);"
                                + "other.dataset.other = 'yes'; old.replaceWith(other); return '';");
        browser.chromium().keys(Chromium.ESCAPE);
        browser.awaitNoDialog();
        browser.awaitFocus(".page-head button.primary[data-other=yes]");
    }

    /** What is refused leaves the focus in the dialog; what removes the row that it was asked from leaves it on the page. */
    private static void tellsAFailureAndStays(ConsoleBrowser browser) throws Exception {
        Chromium chromium = browser.chromium();
        browser.go("#/security", "Users and groups");
        browser.awaitText("tbody", "cleo");
        browser.tabTo("button[aria-label='Remove cleo']");
        chromium.keys(ENTER);
        browser.awaitText("dialog", "cleo");
        String type = browser.window().run("return document.activeElement.name || document.activeElement.type");
        if (type.equals("confirmation")) {
            chromium.keys("cleo" + ENTER);
        } else {
            browser.awaitFocus("dialog button[type=button]"); // not on what cannot be undone
            browser.usableByKeyboard("the dialog that removes somebody");
            browser.tabTo("dialog button[type=submit]");
            chromium.keys(ENTER);
        }
        browser.awaitNoDialog();
        await().until(() -> !browser.text("tbody").contains("cleo"));
        browser.awaitFocus("h1, #app *");
    }

    private static void readsWithoutLosingThePlace(ConsoleBrowser browser) throws Exception {
        Chromium chromium = browser.chromium();
        browser.go("#/data-sources", "Data sources");
        browser.awaitText("tbody", "DefaultDataSource");
        browser.tabTo("td .actions button");
        chromium.keys(ENTER);
        browser.awaitText("dialog", "The database was reached in");
        browser.awaitFocus("dialog h2");
        chromium.tabBack();
        browser.awaitFocus("dialog .actions button");
        browser.usableByKeyboard("the dialog of a data source that was tested");
        browser.tabTo("dialog .actions button");
        chromium.keys(ENTER);
        browser.awaitNoDialog();
        browser.awaitFocus("td .actions button");
    }

    @Test
    void anEndedLoginSaysSoAndLeadsBack() throws Exception {
        try (ConsoleBrowser browser = loggedIn()) {
            browser.go("#/security", "Users and groups");
            endsTheSession(browser);
            browser.awaitText(".notice.bad", "Your session has ended");
            browser.awaitText(".notice.bad", "Sign in again; the page that you were on is shown then.");
            assertThat(browser.text(".notice.bad")).doesNotContain("lost");
            browser.awaitFocus("input[name=user]");
            browser.accessible("a login that has ended");
            browser.picture("login-ended");
            browser.chromium().keys("ada" + Chromium.TAB + PASSWORD + ENTER);
            browser.awaitText("h1", "Users and groups");
            browser.awaitFocus("h1");
            browser.awaitText("tbody", "bea");

            browser.go("#/deployments", "Deployments");
            browser.press("Deploy …");
            browser.set("dialog input[name=name]", "greeting");
            endsTheSession(browser);
            goesOnWithWhatWasEntered(browser);
            endsTheSession(browser);
            browser.awaitText("dialog.again", "Your session has ended");
            browser.press("Cancel");
            browser.awaitText(".notice.bad", "What you had entered and not sent is lost.");
            assertThat(browser.window().run("return String(document.querySelectorAll('dialog').length)"))
                    .isEqualTo("0");
            browser.awaitFocus("input[name=user]");

            // Who loads the page anew is told, too; who has logged out is not.
            browser.chromium().keys("ada" + Chromium.TAB + PASSWORD + ENTER);
            browser.awaitText("h1", "Deployments");
            browser.window()
                    .answer("const done = arguments[0]; import('/console/core/api.js').then((api) => "
                            + "api.remove('login')).then(() => done('out'))");
            browser.window().run("location.reload(); return '';");
            browser.awaitText(".notice.bad", "Your session has ended");
            browser.chromium().keys("ada" + Chromium.TAB + PASSWORD + ENTER);
            browser.awaitText("h1", "Deployments");
            browser.press("Log out");
            browser.awaitText("h1", "Keelson");
            browser.awaitFocus("input[name=user]");
            assertThat(browser.text(".notice")).isEmpty();
        }
    }

    private static void goesOnWithWhatWasEntered(ConsoleBrowser browser) throws Exception {
        browser.awaitText("dialog.again", "what you have entered stays");
        browser.awaitFocus("dialog.again input[name=password]");
        browser.accessible("a login over a dialog");
        browser.picture("login-again");
        browser.chromium().keys("wrong" + ENTER);
        browser.awaitText("dialog.again .notice.bad", "After several failures a name is locked");
        browser.set("dialog.again input[name=password]", PASSWORD);
        browser.press("Log in");
        browser.awaitText(".words", "You are logged in again");
        assertThat(browser.window().run("return document.querySelector('dialog[open] input[name=name]').value"))
                .isEqualTo("greeting");
    }

    @Test
    void whatIsEnteredIsTakenOrSaidToBeWrongAndNeverLost() throws Exception {
        try (ConsoleBrowser browser = loggedIn()) {
            ConsoleFields fields = new ConsoleFields(domain, browser);
            fields.story();
            fields.readsAgainWhatChangedMeanwhile();
            fields.letsAMachineIn();
            fields.collectsAnImage();
            fields.followsALogOverARestart();
        }
    }

    @Test
    void whatIsNotDoneSaysWhatToDoAndAnUploadShowsHowFarItIs() throws Exception {
        byte[] filling = new byte[LARGE];
        new Random(7).nextBytes(filling); // it cannot be packed
        byte[] archive = new WarFile().bytes("filling.bin", filling).packed();
        String file = Files.write(parent.resolve("large.war"), archive).toString();
        try (BrowserWire wire = new BrowserWire(domain.address("AdminServer"));
                ConsoleBrowser browser = loggedIn(wire.address())) {
            ConsoleFailures failures = new ConsoleFailures(browser, wire);
            failures.ofChanges();
            failures.ofReading();
            failures.ofUploads(file);
            failures.anUploadShowsHowFarItIs(file, archive.length);
        } finally {
            domain.cli("undeploy", "large"); // other tests have a domain without applications
        }
    }

    /** As time does it, or another tab: the page is not told. */
    private static void endsTheSession(ConsoleBrowser browser) throws Exception {
        assertThat(browser.window()
                        .answer("const done = arguments[0]; import('/console/core/api.js').then((api) => "
                                + "api.remove('login')).then(() => done('ended'))"))
                .isEqualTo("ended");
    }
}
