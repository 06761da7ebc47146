package io.keelson.kernel.config;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A YAML document that is not {@code domain.yaml}, with the place of each of its nodes; read by the same rules: one document, no
 * anchors, aliases, merge keys or tags, bounded in depth. Immutable.
 */
public sealed interface PlacedYaml {
    /** The line in the document, from 1. */
    int line();

    /** The column in the line, from 1. */
    int column();

    /**
     * A value.
     *
     * @param text as written, without its quotes
     * @param nothing whether nothing is given: {@code ~}, {@code null}, or no text at all, without quotes
     */
    record Text(String text, boolean nothing, int line, int column) implements PlacedYaml {}

    /** A list. */
    record Items(List<PlacedYaml> items, int line, int column) implements PlacedYaml {
        public Items {
            items = List.copyOf(items);
        }
    }

    /** Keys with what they have, in their order; a key may be there twice. */
    record Group(List<Entry> entries, int line, int column) implements PlacedYaml {
        public Group {
            entries = List.copyOf(entries);
        }
    }

    /** A key, which is a value itself, and what it has. */
    record Entry(Text key, PlacedYaml value) {}

    /**
     * Reads a document; null where it is empty, or so broken that nothing can be read. What is wrong is added to the problems, whose
     * places name the file.
     */
    static @Nullable PlacedYaml read(String file, String text, List<Problem> problems) {
        YamlNode root = YamlReader.read(file, text, problems);
        return root == null ? null : of(root);
    }

    private static PlacedYaml of(YamlNode node) {
        YamlNode.Span at = node.span();
        if (node instanceof YamlNode.Scalar scalar) {
            return text(scalar);
        }
        if (node instanceof YamlNode.Sequence sequence) {
            List<PlacedYaml> items = new ArrayList<>();
            sequence.items().forEach(item -> items.add(of(item)));
            return new Items(items, at.line(), at.column());
        }
        List<Entry> entries = new ArrayList<>();
        ((YamlNode.Mapping) node)
                .entries()
                .forEach(entry -> entries.add(new Entry(text(entry.key()), of(entry.value()))));
        return new Group(entries, at.line(), at.column());
    }

    private static Text text(YamlNode.Scalar scalar) {
        return new Text(
                scalar.text(),
                scalar.isNull(),
                scalar.span().line(),
                scalar.span().column());
    }
}
