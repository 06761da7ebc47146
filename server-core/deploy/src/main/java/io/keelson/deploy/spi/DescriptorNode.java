package io.keelson.deploy.spi;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.stream.Location;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * An element of a descriptor while a plan is applied to it. Not thread-safe.
 *
 * <p>Nothing that a document names is fetched; its size, its depth and its entities are bounded ({@link DescriptorParser}).
 */
public final class DescriptorNode {
    private static final int MOST_BYTES = 4 << 20;
    private static final int DEEPEST = 40;

    private final String name;
    private final String namespace;
    private final Map<String, String> attributes;
    private final String text;
    private final List<DescriptorNode> children;
    private final Place place;
    private final @Nullable Runnable used;
    private int lastLine;

    /**
     * Place of an element in its file.
     *
     * @param line from 1; 0 where there are no lines
     * @param column from 1; 0 where there are no columns
     */
    public record Place(String file, int line, int column) {}

    /**
     * An element.
     *
     * @param text the character data directly in it, without white space around it
     * @param used runs when somebody reads the text; null where nobody wants to know
     */
    public DescriptorNode(
            String name,
            String namespace,
            Map<String, String> attributes,
            String text,
            List<DescriptorNode> children,
            Place place,
            @Nullable Runnable used) {
        this.name = name;
        this.namespace = namespace;
        this.attributes = Map.copyOf(attributes);
        this.text = text;
        this.children = new ArrayList<>(children);
        this.place = place;
        this.used = used;
        this.lastLine = place.line();
    }

    /** The local name. */
    public String name() {
        return name;
    }

    /** Its namespace; empty where there is none. */
    public String namespace() {
        return namespace;
    }

    /** Its attributes by local name. */
    public Map<String, String> attributes() {
        return attributes;
    }

    /** Its text; nobody is told that it was read. */
    public String text() {
        return text;
    }

    /** The elements in it. The list can be changed. */
    public List<DescriptorNode> children() {
        return children;
    }

    /** Returns where it is said. */
    public Place place() {
        return place;
    }

    /** To be run by who reads the text; null where nobody wants to know. */
    public @Nullable Runnable used() {
        return used;
    }

    /** The line in which it ends. */
    public int lastLine() {
        return lastLine;
    }

    /** Reads a document; what is wrong is said with the file, and the line where there is one. The stream stays open. */
    public static DescriptorNode read(String file, InputStream in) throws DeploymentException {
        try {
            byte[] content = in.readNBytes(MOST_BYTES + 1);
            if (content.length > MOST_BYTES) {
                throw new DeploymentException(
                        file + " is larger than " + MOST_BYTES + " bytes; a descriptor is not that large");
            }
            XMLStreamReader xml = DescriptorParser.open(content);
            try {
                return document(file, xml);
            } catch (RuntimeException e) {
                // The JDK's parser stumbles over some malformed documents: it has no message for what is wrong in them.
                throw new DeploymentException(file + ": not well-formed XML", e);
            } finally {
                xml.close();
            }
        } catch (XMLStreamException e) {
            throw new DeploymentException(place(file, e.getLocation()) + ": " + DescriptorParser.reason(e), e);
        } catch (IOException e) {
            throw new DeploymentException(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static String place(String file, @Nullable Location at) {
        return at == null || at.getLineNumber() < 1 ? file : file + ":" + at.getLineNumber();
    }

    private static DescriptorNode document(String file, XMLStreamReader xml)
            throws XMLStreamException, DeploymentException {
        while (xml.getEventType() != XMLStreamConstants.START_ELEMENT) {
            xml.next();
        }
        DescriptorNode root = element(file, xml, 0);
        while (xml.hasNext()) {
            xml.next(); // what follows must be well-formed too
        }
        return root;
    }

    private static DescriptorNode element(String file, XMLStreamReader xml, int depth)
            throws XMLStreamException, DeploymentException {
        Place place = new Place(
                file, xml.getLocation().getLineNumber(), xml.getLocation().getColumnNumber());
        if (depth > DEEPEST) {
            throw new DeploymentException(
                    file + ":" + place.line() + ": more than " + DEEPEST + " elements in one another");
        }
        String name = xml.getLocalName();
        String namespace = xml.getNamespaceURI() == null ? "" : xml.getNamespaceURI();
        Map<String, String> attributes = attributes(xml);
        List<DescriptorNode> children = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (int event = xml.next(); event != XMLStreamConstants.END_ELEMENT; event = xml.next()) {
            switch (event) {
                case XMLStreamConstants.START_ELEMENT -> children.add(element(file, xml, depth + 1));
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
                    text.append(xml.getText());
                case XMLStreamConstants.ENTITY_REFERENCE ->
                    throw new DeploymentException(
                            place(file, xml.getLocation()) + ": " + DescriptorParser.unknownEntity(xml.getLocalName()));
                default -> {} // comments and processing instructions
            }
        }
        DescriptorNode node =
                new DescriptorNode(name, namespace, attributes, text.toString().strip(), children, place, null);
        node.lastLine = xml.getLocation().getLineNumber();
        return node;
    }

    private static Map<String, String> attributes(XMLStreamReader xml) {
        Map<String, String> attributes = new java.util.HashMap<>();
        for (int i = 0; i < xml.getAttributeCount(); i++) {
            attributes.put(
                    xml.getAttributeLocalName(i), xml.getAttributeValue(i).strip());
        }
        return attributes;
    }
}
