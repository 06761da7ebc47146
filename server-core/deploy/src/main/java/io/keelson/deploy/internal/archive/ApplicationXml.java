package io.keelson.deploy.internal.archive;

import io.keelson.deploy.spi.DeploymentException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * What {@code META-INF/application.xml} of an EAR says about its modules (Jakarta EE Platform 11, EE.8), in any of the
 * versions since J2EE 1.2. Nothing that the document names is fetched; its size and depth are bounded.
 *
 * @param modules in order
 * @param libraryDirectory where libraries lie that all modules see; empty: nowhere
 */
record ApplicationXml(List<Module> modules, String libraryDirectory) {
    static final String FILE = "META-INF/application.xml";
    private static final int MOST_BYTES = 4 << 20;
    private static final int DEEPEST = 40;

    ApplicationXml {
        modules = List.copyOf(modules);
    }

    /** What a module is. */
    enum Kind {
        WEB,
        EJB,
        CONNECTOR,
        JAVA
    }

    /**
     * A module.
     *
     * @param uri its path in the EAR
     * @param contextRoot of a web module; null where none is said
     * @param place file and line, for messages
     */
    record Module(Kind kind, String uri, @Nullable String contextRoot, String place) {}

    /** Reads the document. The stream stays open. */
    static ApplicationXml read(InputStream in) throws DeploymentException {
        try {
            byte[] content = in.readNBytes(MOST_BYTES + 1);
            if (content.length > MOST_BYTES) {
                throw new DeploymentException(
                        FILE + " is larger than " + MOST_BYTES + " bytes; a descriptor is not that large");
            }
            XMLStreamReader xml = factory().createXMLStreamReader(new ByteArrayInputStream(content));
            try {
                return new Reader(xml).application();
            } catch (RuntimeException e) {
                // The JDK's parser stumbles over some malformed documents: it has no message for what is wrong in them.
                throw new DeploymentException(FILE + ": not well-formed XML", e);
            } finally {
                xml.close();
            }
        } catch (XMLStreamException e) {
            throw new DeploymentException(FILE + ": not well-formed XML: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new DeploymentException(FILE + " cannot be read: " + e.getMessage(), e);
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

    /** One reading of a document. */
    private static final class Reader {
        private final XMLStreamReader xml;
        private final List<Module> modules = new ArrayList<>();
        private String libraryDirectory = "lib";

        Reader(XMLStreamReader xml) {
            this.xml = xml;
        }

        ApplicationXml application() throws XMLStreamException, DeploymentException {
            while (xml.getEventType() != XMLStreamConstants.START_ELEMENT) {
                xml.next();
            }
            if (!xml.getLocalName().equals("application")) {
                throw wrong("expected <application>, found <" + xml.getLocalName() + ">");
            }
            while (xml.next() != XMLStreamConstants.END_ELEMENT) {
                if (xml.getEventType() == XMLStreamConstants.START_ELEMENT) {
                    switch (xml.getLocalName()) {
                        case "module" -> module();
                        case "library-directory" -> libraryDirectory = text();
                        default -> skip(1);
                    }
                }
            }
            while (xml.hasNext()) {
                xml.next(); // what follows must be well-formed too
            }
            return new ApplicationXml(modules, libraryDirectory);
        }

        private void module() throws XMLStreamException, DeploymentException {
            int before = modules.size();
            while (xml.next() != XMLStreamConstants.END_ELEMENT) {
                if (xml.getEventType() == XMLStreamConstants.START_ELEMENT) {
                    switch (xml.getLocalName()) {
                        case "web" -> web();
                        case "ejb" -> add(Kind.EJB, text(), null);
                        case "connector" -> add(Kind.CONNECTOR, text(), null);
                        case "java" -> add(Kind.JAVA, text(), null);
                        default -> skip(1); // alt-dd
                    }
                }
            }
            if (modules.size() != before + 1) {
                throw wrong("a <module> is one of <web>, <ejb>, <connector> and <java>");
            }
        }

        private void web() throws XMLStreamException, DeploymentException {
            String uri = "";
            String root = null;
            while (xml.next() != XMLStreamConstants.END_ELEMENT) {
                if (xml.getEventType() == XMLStreamConstants.START_ELEMENT) {
                    switch (xml.getLocalName()) {
                        case "web-uri" -> uri = text();
                        case "context-root" -> root = text();
                        default -> skip(1);
                    }
                }
            }
            add(Kind.WEB, uri, root);
        }

        private void add(Kind kind, String uri, @Nullable String contextRoot) throws DeploymentException {
            if (uri.isEmpty()) {
                throw wrong("a module has no path");
            }
            Optional<Module> other =
                    modules.stream().filter(module -> module.uri().equals(uri)).findFirst();
            if (other.isPresent()) {
                throw wrong("the module '" + uri + "' is named twice; first at "
                        + other.get().place());
            }
            modules.add(new Module(kind, uri, contextRoot, place()));
        }

        /** The text of the element at hand, which has nothing but text. */
        private String text() throws XMLStreamException, DeploymentException {
            String name = xml.getLocalName();
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

        private void skip(int depth) throws XMLStreamException, DeploymentException {
            if (depth > DEEPEST) {
                throw wrong("more than " + DEEPEST + " elements in one another");
            }
            while (xml.next() != XMLStreamConstants.END_ELEMENT) {
                if (xml.getEventType() == XMLStreamConstants.START_ELEMENT) {
                    skip(depth + 1);
                }
            }
        }

        private String place() {
            return FILE + ":" + xml.getLocation().getLineNumber();
        }

        private DeploymentException wrong(String what) {
            return new DeploymentException(place() + ": " + what);
        }
    }
}
