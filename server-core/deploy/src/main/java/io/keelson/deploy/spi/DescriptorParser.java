package io.keelson.deploy.spi;

import java.io.ByteArrayInputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * The parser of descriptors. Nothing that a document names is fetched. Entities that the document itself declares in its DOCTYPE are read
 * within bounds, so that one that expands to gigabytes is refused. Stateless.
 */
public final class DescriptorParser {
    /** Number of references to entities that are followed in one document. */
    static final int MOST_EXPANSIONS = 1_000;

    /** Number of characters that the entities of one document may bring. */
    static final int MOST_EXPANDED = 64 << 10;

    /** Bytes in which the root element must begin; the prolog is not longer. */
    private static final int PROLOG = 64 << 10;

    private static final String OUTSIDE = "nothing outside of the document is read";

    private DescriptorParser() {}

    /** A parser that stands before the document. */
    public static XMLStreamReader open(byte[] document) throws XMLStreamException {
        Prolog prolog = new Prolog(document);
        // The JDK's parser is used in any case: an application's or a library's must not take its place.
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, prolog.declares);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, prolog.declares);
        if (!prolog.declares) {
            return factory.createXMLStreamReader(new ByteArrayInputStream(document));
        }
        factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, true);
        factory.setProperty("http://java.sun.com/xml/stream/properties/ignore-external-dtd", true);
        factory.setProperty("jdk.xml.entityExpansionLimit", MOST_EXPANSIONS);
        factory.setProperty("jdk.xml.totalEntitySizeLimit", MOST_EXPANDED);
        factory.setXMLResolver((publicId, systemId, base, namespace) -> {
            throw new XMLStreamException("it names the external entity '" + systemId + "', and " + OUTSIDE);
        });
        return factory.createXMLStreamReader(new ByteArrayInputStream(prolog.forTheParser()));
    }

    /** Returns the reason for which a document is refused, in words for who wrote it. */
    public static String reason(XMLStreamException refused) {
        // The parser's message has the position around it, on lines of its own.
        String message = String.valueOf(refused.getMessage());
        int said = message.indexOf("Message: ");
        message = said < 0 ? message : message.substring(said + 9);
        int place = message.indexOf(" Line number = ");
        message = place < 0 ? message.strip() : message.substring(0, place);
        if (message.startsWith("JAXP0001")) {
            return "the entities of its DOCTYPE expand to more than " + MOST_EXPANSIONS + " references or "
                    + MOST_EXPANDED + " characters";
        }
        if (message.startsWith("it names the external entity")) {
            return message;
        }
        int undeclared = message.indexOf("\" was referenced, but not declared");
        if (message.startsWith("The entity \"") && undeclared > 0) {
            return unknownEntity(message.substring("The entity \"".length(), undeclared));
        }
        if (message.contains("external entity reference")) {
            return message + " Besides, " + OUTSIDE + ".";
        }
        return "not well-formed XML: " + message;
    }

    /** Returns the reason for which a reference to an entity is refused. */
    public static String unknownEntity(String name) {
        return "the entity &" + name + "; is not declared in the document, and " + OUTSIDE;
    }

    /** Returns the public identifier of a document's DOCTYPE; null where there is none. */
    public static @Nullable String publicId(byte[] document) {
        return new Prolog(document).publicId;
    }

    /** Prolog of a document: the text in front of its root element. */
    private static final class Prolog {
        private final byte[] document;
        private final int unit;
        private final int low;
        private final String text;
        private int at;
        private int version = -1;

        /** True if the DOCTYPE has declarations of its own. */
        boolean declares;

        @Nullable
        String publicId;

        Prolog(byte[] document) {
            this.document = document;
            boolean big = startsWith(0xfe, 0xff) || startsWith(0, '<');
            boolean little = startsWith(0xff, 0xfe) || startsWith('<', 0);
            // The markup is ASCII: what else there is need not be understood here.
            Charset charset =
                    big ? StandardCharsets.UTF_16BE : little ? StandardCharsets.UTF_16LE : StandardCharsets.ISO_8859_1;
            unit = big || little ? 2 : 1;
            low = big ? 1 : 0;
            text = new String(document, 0, Math.min(document.length, PROLOG) & -unit, charset);
            read();
        }

        private boolean startsWith(int first, int second) {
            return document.length > 1 && (document[0] & 0xff) == first && (document[1] & 0xff) == second;
        }

        private void read() {
            skip(unit == 2 ? "\ufeff" : "\u00ef\u00bb\u00bf"); // the byte order mark
            if (text.startsWith("<?xml", at)) {
                int end = text.indexOf("?>", at);
                int found = text.indexOf("1.1", at);
                version = found > 0 && found < end ? found + 2 : -1;
            }
            while (true) {
                blanks();
                if (skip("<?")) {
                    behind("?>");
                } else if (skip("<!--")) {
                    behind("-->");
                } else {
                    if (skip("<!DOCTYPE")) {
                        doctype();
                    }
                    return;
                }
            }
        }

        /** Reads up to the declarations, past what stands in quotes. */
        private void doctype() {
            boolean isPublic = false;
            while (at < text.length()) {
                char c = text.charAt(at);
                if (c == '[' || c == '>') {
                    declares = c == '[';
                    return;
                } else if (c == '"' || c == '\'') {
                    int close = text.indexOf(c, at + 1);
                    if (close < 0) {
                        return;
                    }
                    if (isPublic && publicId == null) {
                        publicId = text.substring(at + 1, close);
                    }
                    at = close + 1;
                } else if (c <= ' ' && text.startsWith("PUBLIC", at + 1)) {
                    isPublic = true;
                    at += 7;
                } else {
                    at++;
                }
            }
        }

        /** The document as XML 1.0: the JDK's parser forgets the declarations of a DOCTYPE in XML 1.1. */
        byte[] forTheParser() {
            if (version < 0) {
                return document;
            }
            byte[] asVersion10 = document.clone();
            asVersion10[version * unit + low * (unit - 1)] = '0';
            return asVersion10;
        }

        private boolean skip(String expected) {
            boolean there = text.startsWith(expected, at);
            at += there ? expected.length() : 0;
            return there;
        }

        private void behind(String end) {
            int found = text.indexOf(end, at);
            at = found < 0 ? text.length() : found + end.length();
        }

        private void blanks() {
            while (at < text.length() && text.charAt(at) <= ' ') {
                at++;
            }
        }
    }
}
