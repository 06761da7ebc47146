package io.keelson.component.descriptor;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.DescriptorNode;
import io.keelson.deploy.spi.DescriptorParser;
import io.keelson.deploy.spi.DescriptorValues;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * Reads a descriptor into {@link Element}s. Nothing that a {@code DOCTYPE} names is fetched; entities that it declares itself are read
 * ({@link DescriptorParser}). Documents are bounded in size, depth and number of elements, so that a hostile one is refused, not suffered.
 *
 * <p>Specification: Servlet 6.1, 14.2 Rules for Processing the Deployment Descriptor.
 */
public final class DescriptorXml {
    public static final int MOST_BYTES = 4 << 20;
    public static final int DEEPEST = 40;
    public static final int MOST_ELEMENTS = 100_000;

    private final XMLStreamReader xml;
    private final String file;
    private int elements;

    private DescriptorXml(XMLStreamReader xml, String file) {
        this.xml = xml;
        this.file = file;
    }

    /**
     * A document.
     *
     * @param publicId the public identifier of its DOCTYPE; null where it has none
     */
    public record Document(Element root, @Nullable String publicId) {}

    /** Reads a document. The stream stays open. */
    public static Element read(InputStream in, String file) throws DeploymentException {
        return document(in, file).root();
    }

    /** Reads a document of a deployment whose plan may say something of it; null where neither is there. */
    public static @Nullable Document document(Optional<Path> path, String file, String root, DescriptorValues plan)
            throws DeploymentException {
        if (path.isEmpty()) {
            return plan.concerns(file) ? new Document(element(plan.made(file, root)), null) : null;
        }
        Document document;
        try (InputStream in = Files.newInputStream(path.get())) {
            document = document(in, file);
        } catch (IOException e) {
            throw new DeploymentException(file + ": could not be read: " + e.getMessage(), e);
        }
        if (!plan.concerns(file)) {
            return document;
        }
        DescriptorNode amended = node(document.root());
        plan.amend(file, amended);
        return new Document(element(amended), document.publicId());
    }

    private static DescriptorNode node(Element element) {
        List<DescriptorNode> children = new ArrayList<>();
        element.children().forEach(child -> children.add(node(child)));
        Location at = element.location();
        return new DescriptorNode(
                element.name(),
                element.namespace(),
                element.attributes(),
                element.unappliedText(),
                children,
                new DescriptorNode.Place(at.file(), at.line(), at.column()),
                element.used());
    }

    private static Element element(DescriptorNode node) {
        List<Element> children = new ArrayList<>();
        node.children().forEach(child -> children.add(element(child)));
        DescriptorNode.Place at = node.place();
        return new Element(
                node.name(),
                node.namespace(),
                node.attributes(),
                node.text(),
                List.copyOf(children),
                new Location(at.file(), at.line(), at.column()),
                node.used());
    }

    /** Reads a document with what its DOCTYPE says. The stream stays open. */
    public static Document document(InputStream in, String file) throws DeploymentException {
        byte[] content;
        try {
            content = in.readNBytes(MOST_BYTES + 1);
        } catch (IOException e) {
            throw new DeploymentException(file + ": could not be read: " + e.getMessage(), e);
        }
        if (content.length > MOST_BYTES) {
            throw new DeploymentException(
                    file + ": larger than " + MOST_BYTES + " bytes; a descriptor is not that large");
        }
        try {
            XMLStreamReader xml = DescriptorParser.open(content);
            try {
                return new Document(new DescriptorXml(xml, file).root(), DescriptorParser.publicId(content));
            } catch (RuntimeException e) {
                // The JDK's parser stumbles over some malformed documents: it has no message for what is wrong in them.
                throw new DeploymentException(place(file, xml.getLocation()) + ": not well-formed XML", e);
            } finally {
                xml.close();
            }
        } catch (XMLStreamException e) {
            throw malformed(file, e);
        }
    }

    private static DeploymentException malformed(String file, XMLStreamException e) {
        return new DeploymentException(place(file, e.getLocation()) + ": " + DescriptorParser.reason(e), e);
    }

    private static Location place(String file, javax.xml.stream.@Nullable Location at) {
        // The parser has no place for bytes that are none of the encoding.
        return at == null || at.getLineNumber() < 1
                ? Location.of(file)
                : new Location(file, at.getLineNumber(), Math.max(0, at.getColumnNumber()));
    }

    private Element root() throws XMLStreamException, DeploymentException {
        while (xml.hasNext()) {
            if (xml.next() == XMLStreamConstants.START_ELEMENT) {
                Element root = element(1);
                while (xml.hasNext()) {
                    xml.next(); // what follows must be well-formed too
                }
                return root;
            }
        }
        throw new DeploymentException(file + ": no element in it");
    }

    private Element element(int depth) throws XMLStreamException, DeploymentException {
        Location location = location();
        if (depth > DEEPEST || ++elements > MOST_ELEMENTS) {
            throw new DeploymentException(location + ": more than " + DEEPEST + " elements in one another or more than "
                    + MOST_ELEMENTS + " in all");
        }
        String name = xml.getLocalName();
        String namespace = xml.getNamespaceURI() == null ? "" : xml.getNamespaceURI();
        Map<String, String> attributes = attributes();
        List<Element> children = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        while (true) {
            switch (xml.next()) {
                case XMLStreamConstants.START_ELEMENT -> children.add(element(depth + 1));
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
                    text.append(xml.getText());
                case XMLStreamConstants.ENTITY_REFERENCE ->
                    throw new DeploymentException(
                            location() + ": " + DescriptorParser.unknownEntity(xml.getLocalName()));
                case XMLStreamConstants.END_ELEMENT -> {
                    return new Element(
                            name,
                            namespace,
                            attributes,
                            name.equals("env-entry-value")
                                    ? value(text.toString())
                                    : text.toString().strip(),
                            List.copyOf(children),
                            location,
                            null);
                }
                default -> {} // comments and processing instructions
            }
        }
    }

    /** Spaces are part of a value (Jakarta EE Platform, 5.4.1.3); lines around it are how the file is laid out. */
    private static String value(String text) {
        return text.indexOf('\n') < 0 ? text : text.strip();
    }

    private Map<String, String> attributes() {
        Map<String, String> attributes = new HashMap<>();
        for (int i = 0; i < xml.getAttributeCount(); i++) {
            if (xml.getAttributeNamespace(i) == null
                    || xml.getAttributeNamespace(i).isEmpty()) {
                attributes.put(
                        xml.getAttributeLocalName(i), xml.getAttributeValue(i).strip());
            }
        }
        return Map.copyOf(attributes);
    }

    private Location location() {
        return place(file, xml.getLocation());
    }
}
