package io.keelson.kernel.config;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node of the file with the place where it stands. {@code start} and {@code end} are offsets into the text, the end
 * being behind the node's last character that means something: comments and empty lines that follow are not part of it.
 */
sealed interface YamlNode {
    Span span();

    /**
     * Location of a node.
     *
     * @param line from 1
     * @param column from 1, in code points
     */
    record Span(int start, int end, int line, int column) {}

    /**
     * A scalar.
     *
     * @param plain whether it is written without quotes and not as a block, so that it may be a number or null
     * @param block whether it is a block scalar
     */
    record Scalar(String text, boolean plain, boolean block, Span span) implements YamlNode {
        boolean isNull() {
            return plain && YamlText.isNull(text);
        }
    }

    record Sequence(List<YamlNode> items, boolean flow, Span span) implements YamlNode {}

    record Mapping(List<Entry> entries, boolean flow, Span span) implements YamlNode {
        /** The first entry of that key. */
        @Nullable
        Entry entry(String key) {
            for (Entry entry : entries) {
                if (entry.key().text().equals(key)) {
                    return entry;
                }
            }
            return null;
        }
    }

    record Entry(Scalar key, YamlNode value) {}

    /** Returns whether nothing is given here. */
    default boolean empty() {
        return this instanceof Scalar scalar && scalar.isNull();
    }
}
