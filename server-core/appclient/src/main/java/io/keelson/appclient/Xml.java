package io.keelson.appclient;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.DefaultHandler;

/** Elements of a descriptor, whatever its namespace. Nothing that a document names is fetched. */
final class Xml {
    private Xml() {}

    /** Reads a document of a root element. The stream stays open. */
    static Element read(String place, InputStream in, String root) throws ClientException {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
            factory.setNamespaceAware(true);
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature("http://xml.org/sax/features/external-general-entities", false);
            factory.setFeature("http://xml.org/sax/features/external-parameter-entities", false);
            factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
            factory.setExpandEntityReferences(false);
            DocumentBuilder builder = factory.newDocumentBuilder();
            builder.setErrorHandler(new DefaultHandler());
            builder.setEntityResolver((publicId, systemId) -> new InputSource(new StringReader("")));
            Element element = builder.parse(new InputSource(in)).getDocumentElement();
            if (!element.getLocalName().equals(root)) {
                throw new ClientException(place + ": expected <" + root + ">, found <" + element.getLocalName() + ">");
            }
            return element;
        } catch (SAXParseException e) {
            throw new ClientException(
                    place + ", line " + e.getLineNumber() + ", column " + e.getColumnNumber() + ": " + e.getMessage(),
                    e);
        } catch (SAXException | IOException | ParserConfigurationException e) {
            throw new ClientException(place + " cannot be read: " + e.getMessage(), e);
        }
    }

    static List<Element> children(Element parent, String name) {
        List<Element> found = new ArrayList<>();
        for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element && name.equals(element.getLocalName())) {
                found.add(element);
            }
        }
        return found;
    }

    /** Returns the text of the first child of a name, trimmed; null where there is none or it is empty. */
    static @Nullable String text(Element parent, String name) {
        for (Element child : children(parent, name)) {
            String text = child.getTextContent().trim();
            if (!text.isEmpty()) {
                return text;
            }
        }
        return null;
    }
}
