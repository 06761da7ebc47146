package io.keelson.system;

import java.net.URI;
import java.nio.file.Path;

/** A real browser without a screen. Elements are named by CSS selectors; one that is not there yet is waited for. One thread. */
interface BrowserWindow extends AutoCloseable {
    /** Keys by their names in WebDriver, 17.4.2. */
    String TAB = "\ue004";

    String ENTER = "\ue007";
    String ESCAPE = "\ue00c";

    /** Opens a page and waits until it is loaded. */
    void open(URI page) throws Exception;

    /** Presses the middle of an element. */
    void click(String selector) throws Exception;

    /** Types into an element; of one that takes files the text is the path of one. */
    void type(String selector, String text) throws Exception;

    /** Presses keys one after the other, wherever the focus is: characters, or names for others ({@link #TAB}). */
    void keys(String keys) throws Exception;

    /** The result of a script's {@code return}, which is to be text; quotes and backslashes as JSON writes them. */
    String run(String script) throws Exception;

    /** The text that a script gives to the function that is its only argument. */
    String answer(String script) throws Exception;

    /** What the window shows, as a PNG. */
    void picture(Path file) throws Exception;
}
