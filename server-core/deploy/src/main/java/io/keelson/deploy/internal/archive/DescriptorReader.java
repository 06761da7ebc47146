package io.keelson.deploy.internal.archive;

import io.keelson.deploy.spi.DeploymentException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads a descriptor of an enterprise application, element by element. Nothing that the document names is fetched; its size and
 * depth are bounded. What is wrong is said with file and line. One a document, confined to the deploying thread.
 */
public final class DescriptorReader {
    private static final int MOST_BYTES = 4 << 20;
    private static final int DEEPEST = 40;

    private final String file;
    private final XMLStreamReader xml;

    private DescriptorReader(String file, XMLStreamReader xml) {
        this.file = file;
        this.xml = xml;
    }

    /** Reads what is in the root element. */
    public interface Body<T> {
        /** Reads with {@link DescriptorReader#child}, to the end of the element. */
        T read(DescriptorReader reader) throws XMLStreamException, DeploymentException;
    }

    /**
     * Reads a document. The stream stays open.
     *
     * @param file as messages name it
     * @param root the name of the root element
     * @param body reads what is in it
     */
    public static <T> T read(String file, InputStream in, String root, Body<T> body) throws DeploymentException {
        try {
            byte[] content = in.readNBytes(MOST_BYTES + 1);
            if (content.length > MOST_BYTES) {
                throw new DeploymentException(
                        file + " is larger than " + MOST_BYTES + " bytes; a descriptor is not that large");
            }
            XMLStreamReader xml = factory().createXMLStreamReader(new ByteArrayInputStream(content));
            try {
                return new DescriptorReader(file, xml).document(root, body);
            } catch (RuntimeException e) {
                // The JDK's parser stumbles over some malformed documents: it has no message for what is wrong in them.
                throw new DeploymentException(file + ": not well-formed XML", e);
            } finally {
                xml.close();
            }
        } catch (XMLStreamException e) {
            throw new DeploymentException(file + ": not well-formed XML: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new DeploymentException(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** Of the JDK's own parser: an application's or a library's must not take its place. */
    private static XMLInputFactory factory() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        return factory;
    }

    private <T> T document(String root, Body<T> body) throws XMLStreamException, DeploymentException {
        while (xml.getEventType() != XMLStreamConstants.START_ELEMENT) {
            xml.next();
        }
        if (!name().equals(root)) {
            throw wrong("expected <" + root + ">, found <" + name() + ">");
        }
        T read = body.read(this);
        while (xml.hasNext()) {
            xml.next(); // what follows must be well-formed too
        }
        return read;
    }

    /** Goes on to the next element in the one at hand; false at its end. Each is to be read to its end, or skipped. */
    public boolean child() throws XMLStreamException {
        while (xml.next() != XMLStreamConstants.END_ELEMENT) {
            if (xml.getEventType() == XMLStreamConstants.START_ELEMENT) {
                return true;
            }
        }
        return false;
    }

    /** The local name of the element at hand. */
    public String name() {
        return xml.getLocalName();
    }

    /** The text of the element at hand, which has nothing but text. */
    public String text() throws XMLStreamException, DeploymentException {
        String name = name();
        StringBuilder text = new StringBuilder();
        while (true) {
            switch (xml.next()) {
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
                    text.append(xml.getText());
                case XMLStreamConstants.END_ELEMENT -> {
                    return text.toString().strip();
                }
                case XMLStreamConstants.START_ELEMENT, XMLStreamConstants.ENTITY_REFERENCE ->
                    throw wrong("expected text in <" + name + ">");
                default -> {} // comments and processing instructions
            }
        }
    }

    /** Leaves the element at hand out, with all that is in it. */
    public void skip() throws XMLStreamException, DeploymentException {
        skip(1);
    }

    private void skip(int depth) throws XMLStreamException, DeploymentException {
        if (depth > DEEPEST) {
            throw wrong("more than " + DEEPEST + " elements in one another");
        }
        while (child()) {
            skip(depth + 1);
        }
    }

    /** File and line of where the reading is. */
    public String place() {
        return file + ":" + xml.getLocation().getLineNumber();
    }

    /** An exception that says where the reading is, and what is wrong there. */
    public DeploymentException wrong(String what) {
        return new DeploymentException(place() + ": " + what);
    }
}
