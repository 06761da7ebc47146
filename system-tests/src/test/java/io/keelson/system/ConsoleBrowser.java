package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.zip.ZipFile;

/** The console in a browser: what an operator does there, and what holds on every page. One thread. */
final class ConsoleBrowser implements AutoCloseable {
    private static final Path AXE = Path.of("target", "wars", "axe.jar");
    private static final Path PICTURES = Path.of("target", "console");

    private static final int WIDTH = 1440;
    private static final int HEIGHT = 1100;
    private static final int PHONE = 390;
    private static final int MOST_TABS = 160;
    private static final int TABS = 20;
    /** What can be used, is seen, and how it is named: without what stands after a colon, as figures that change. */
    private static final String FOCUS =
            "const place = document.querySelector('dialog[open]') ?? document; const usable = "
                    + "'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), "
                    + "textarea:not(:disabled), summary, [tabindex=\"0\"]';"
                    + "const seen = (one) => one.checkVisibility({visibilityProperty: true}) && one.tabIndex >= 0;"
                    + "const named = (one) => one.tagName + ' ' + ((one.getAttribute('aria-label') || "
                    + "'').split(':')[0] || one.name || one.id || one.getAttribute('href') || "
                    + "one.textContent).replace(/[\"\\\\\\s]+/g, ' ').trim().slice(0, 60);";

    /**
     * Hints of fields that are wider than the field, and names that are broken at a hyphen. A field that searches keeps room for its
     * cross.
     */
    private static final String CUT = "const pen = document.createElement('canvas').getContext('2d');"
            + "const cut = [...document.querySelectorAll('input[placeholder]')].filter((one) => one.checkVisibility()).filter((one) => {"
            + " const style = getComputedStyle(one); pen.font = style.font;"
            + " return pen.measureText(one.placeholder).width > one.clientWidth - "
            + "parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - (one.type === 'search' "
            + "? 18 : 0); }).map((one) => one.placeholder);"
            + "const broken = [...document.querySelectorAll('main td a, main td .nowrap, main .facts "
            + ".nowrap, main td time')].filter((one) => one.checkVisibility() && "
            + "one.getClientRects().length > 1).map((one) => one.textContent);"
            + "return [...cut, ...broken].join('; ') || 'nothing';";

    private final BrowserWindow window;
    private final String address;
    private int pictures;

    private ConsoleBrowser(BrowserWindow window, String address) {
        this.window = window;
        this.address = address;
    }

    /** Chromium for the console of the server at {@code address}, which it does not open yet. */
    static ConsoleBrowser start(Path directory, String address) throws Exception {
        return in(Chromium.start(directory, "--window-size=" + WIDTH + "," + HEIGHT, "--lang=en"), address);
    }

    /** The same for any browser, which is closed with this. */
    static ConsoleBrowser in(BrowserWindow window, String address) {
        return new ConsoleBrowser(window, "http://" + address + "/console/");
    }

    BrowserWindow window() {
        return window;
    }

    /** For what Chromium alone does; only where it is the browser. */
    Chromium chromium() {
        return (Chromium) window;
    }

    /** Opens the console anew. */
    void open(String page) throws Exception {
        window.open(URI.create("about:blank"));
        window.open(URI.create(address + page));
    }

    void logIn(String user, String password) throws Exception {
        window.type("input[name=user]", user);
        window.type("input[name=password]", password);
        window.click("form button.primary");
    }

    /** Goes to a page by its address, as a link does, and waits for its heading. */
    void go(String page, String heading) throws Exception {
        window.run("location.hash = '" + page + "'; return '';");
        awaitText("h1", heading);
    }

    /** Waits until the first element of a selector has this text somewhere. */
    void awaitText(String selector, String text) {
        await().atMost(Duration.ofSeconds(30))
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(text(selector)).contains(text));
    }

    /** The text of the first element of a selector; empty where there is none. */
    String text(String selector) throws Exception {
        return window.run("const one = document.querySelector(`" + selector
                + "`); return (one?.innerText ?? one?.textContent ?? '').replace(/\\s+/g, ' ').trim();");
    }

    /** Presses the button with this text, or this name for those who do not see it, in the last dialog where one is open. */
    void press(String button) {
        await().atMost(Duration.ofSeconds(30))
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(window.run(
                                "const place = [...document.querySelectorAll('dialog[open]')].pop() ?? document;"
                                        + "const one = [...place.querySelectorAll('button')].find((b) => "
                                        + "(b.getAttribute('aria-label') || b.textContent).trim() === '"
                                        + button + "' && !b.disabled && b.getAttribute('aria-disabled') !== 'true');"
                                        + "if (!one) return 'not there'; one.click(); return 'pressed';"))
                        .isEqualTo("pressed"));
    }

    /** Sets a field as if somebody had typed it and left it. */
    void set(String selector, String value) throws Exception {
        await().atMost(Duration.ofSeconds(30))
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(window.run("const one = document.querySelector(`" + selector
                                + "`); if (!one || one.disabled) return 'not there'; one.value = '" + value
                                + "'; one.dispatchEvent(new Event('input', {bubbles: true}));"
                                + " one.dispatchEvent(new Event('change', {bubbles: true})); return 'set';"))
                        .isEqualTo("set"));
    }

    /** Waits until no dialog is open; one that stays shows what failed. */
    void awaitNoDialog() {
        await().atMost(Duration.ofSeconds(60))
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(text("dialog[open]")).isEmpty());
    }

    /** Keeps what the window shows in target/console. */
    void picture(String name) throws Exception {
        pictures++;
        window.picture(PICTURES.resolve(String.format("%02d-%s.png", pictures, name)));
    }

    /** Asserts that a window of 800 pixels is wide enough, and a phone: what is wider than that scrolls by itself, not with the page. */
    void narrow(String where) throws Exception {
        chromium().size(PHONE, HEIGHT);
        fits(where + ", on a phone");
        chromium().size(800, HEIGHT);
        fits(where);
        assertThat(window.run(CUT))
                .as("cut or broken in a narrow window: " + where)
                .isEqualTo("nothing");
        picture("narrow");
        chromium().size(WIDTH, HEIGHT);
    }

    private void fits(String where) throws Exception {
        assertThat(window.run("const wide = [...document.querySelectorAll('main *, header *, nav *')]"
                        + ".filter((one) => one.getBoundingClientRect().right > innerWidth + 1 && "
                        + "!one.closest('.table-wrap, pre, svg, dialog:not([open])'));"
                        + "return document.documentElement.scrollWidth <= innerWidth ? 'fits' : 'too wide: ' + "
                        + "wide.slice(0, 3).map((one) => one.tagName + '.' + one.className).join(', ');"))
                .as("%s in a narrow window", where)
                .isEqualTo("fits");
    }

    /** Asserts that axe finds nothing on what is shown, light and dark. */
    void accessible(String where) throws Exception {
        if (window.run("return typeof window.axe;").equals("undefined")) {
            window.run(axe() + "; return '';");
        }
        awaitShown();
        for (String theme : new String[] {"light", "dark"}) {
            window.run("document.documentElement.dataset.theme = '" + theme + "'; return '';");
            // Nothing but the colours is another in the dark.
            String rules = theme.equals("dark") ? ", runOnly: ['color-contrast', 'link-in-text-block']" : "";
            assertThat(window.answer("const done = arguments[0]; axe.run(document, {resultTypes: ['violations']" + rules
                            + "}).then((r) => done(r.violations.map((v) => v.impact + ' '"
                            + " + v.id + ': ' + v.nodes.map((n) => n.html.slice(0, 120)).join(' | "
                            + "').replace(/[\"\\\\]/g, \"'\")).join('; ')"
                            + " || 'nothing'))"))
                    .as("%s, %s", where, theme)
                    .isEqualTo("nothing");
        }
        window.run("document.documentElement.dataset.theme = 'light'; return '';");
    }

    /** Waits until a dialog that is coming is there as a whole: while it shows through, its colours are others. */
    private void awaitShown() {
        String moving = "return String(document.querySelector('dialog[open]')?.getAnimations().length ?? 0)";
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(window.run(moving)).isEqualTo("0"));
    }

    /** Asserts that the Tab key reaches everything that can be used on what is shown, and that each thing shows that it has the focus. */
    void usableByKeyboard(String where) throws Exception {
        reachedByKeyboard(where);
        assertThat(window.run("return [...plain].join('; ') || 'nothing'"))
                .as("has the focus and does not show it: " + where)
                .isEqualTo("nothing");
    }

    /**
     * Asserts that the Tab key reaches everything that can be used on what is shown, and does not leave a dialog that is open. What the
     * page draws anew meanwhile is known by its name.
     */
    void reachedByKeyboard(String where) throws Exception {
        window.run(FOCUS + "window.wanted = new Set([...place.querySelectorAll(usable)].filter(seen).map(named));"
                + "window.reached = new Set(); window.plain = new Set(); window.outside = new Set();"
                + "if (place === document) document.activeElement?.blur(); return '';");
        String left = "";
        for (int i = 0; i < MOST_TABS; i += TABS) {
            for (int tab = 0; tab < TABS; tab++) {
                window.keys(BrowserWindow.TAB);
                window.run(FOCUS
                        + "const one = document.activeElement; if (!place.contains(one) || place !== document && "
                        + "one === place) outside.add(named(one ?? document.body));"
                        + "if (one && one !== document.body) {"
                        + "reached.add(named(one)); const style = getComputedStyle(one);"
                        + "if (!(style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) && style.boxShadow === 'none'"
                        // A server in the picture has its box drawn thick.
                        + " && !(parseFloat(getComputedStyle(one.querySelector('.box') ?? one).strokeWidth) >= 3))"
                        + " plain.add(named(one)); } return '';");
            }
            left = window.run("return [...wanted].filter((one) => !reached.has(one)).join('; ') || 'nothing'");
            if (left.equals("nothing")) {
                break;
            }
        }
        assertThat(left).as("not reached by the Tab key: " + where).isEqualTo("nothing");
        assertThat(window.run("return [...outside].join('; ') || 'nothing'"))
                .as("the Tab key left the dialog for: " + where)
                .isEqualTo("nothing");
        assertThat(Integer.parseInt(window.run("return String(reached.size)"))).isPositive();
    }

    /** Has restarts and scalings that begin here make no pause for load balancers, of which there are none: as with {@code --pause 0}. */
    void withoutPauses() throws Exception {
        window.run(
                "const before = window.fetch; window.fetch = (url, init) => before(init?.method === 'POST' &&"
                        + " /\\/(restart|scale)\\?/.test(url) && !/pause=/.test(url) ? url + '&pause=0' : url, init); return '';");
    }

    /** Waits until an element of a selector has the focus. */
    void awaitFocus(String selector) {
        await().atMost(Duration.ofSeconds(60))
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(window.run("const one = document.activeElement; return one?.matches(`"
                                + selector + "`) ? 'has it' : one?.outerHTML.slice(0, 200)"))
                        .as("the focus on " + selector)
                        .isEqualTo("has it"));
    }

    /** Presses Tab until the focus is on an element of a selector. */
    void tabTo(String selector) throws Exception {
        for (int i = 0; i < MOST_TABS; i++) {
            if (window.run("return String(document.activeElement?.matches(`" + selector + "`))")
                    .equals("true")) {
                return;
            }
            window.keys(BrowserWindow.TAB);
        }
        throw new AssertionError("the Tab key does not reach " + selector);
    }

    /** Asserts that all that was asked for came from the console's own server. */
    void askedNobodyElse() throws Exception {
        assertThat(window.run("return performance.getEntriesByType('resource').map((e) => e.name)"
                        + ".filter((n) => !n.startsWith(location.origin + '/')).join(' ') || 'nobody';"))
                .isEqualTo("nobody");
    }

    private static String axe() throws IOException {
        try (ZipFile jar = new ZipFile(AXE.toFile());
                InputStream script = jar.getInputStream(jar.getEntry("axe.min.js"))) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Override
    public void close() throws Exception {
        window.close();
    }
}
