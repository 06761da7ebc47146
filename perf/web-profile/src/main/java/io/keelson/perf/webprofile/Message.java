package io.keelson.perf.webprofile;

/** An answer with one text. */
public class Message {
    private final String text;

    /** An answer with a text. */
    public Message(String text) {
        this.text = text;
    }

    /** The text. */
    public String getMessage() {
        return text;
    }
}
