package io.keelson.jms.selector;

import io.keelson.jms.message.MessageData;

/** A selector, compiled. Immutable. */
public final class Selector {
    /** Selects every message. */
    public static final Selector ALL = new Selector("", message -> Boolean.TRUE);

    private final String text;
    private final Expression condition;

    Selector(String text, Expression condition) {
        this.text = text;
        this.condition = condition;
    }

    /**
     * Compiles a selector; one that is null or blank selects all.
     *
     * @throws SelectorException when it is wrong; says where
     */
    public static Selector of(@org.jspecify.annotations.Nullable String text) throws SelectorException {
        return text == null || text.isBlank() ? ALL : new Selector(text, new SelectorParser(text).parse());
    }

    /** Returns true if the condition is true of the message; false where it is false or unknown. */
    public boolean matches(MessageData message) {
        return this == ALL || Boolean.TRUE.equals(condition.of(message));
    }

    /** Returns the text; empty: all messages. */
    public String text() {
        return text;
    }

    @Override
    public String toString() {
        return text;
    }
}
