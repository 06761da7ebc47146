package io.keelson.arquillian;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationTarget;
import org.jboss.jandex.AnnotationValue;
import org.jboss.jandex.DotName;
import org.jboss.jandex.Indexer;

/**
 * The names of the servlets that a WAR declares in descriptors (Servlet 14, 8.2.1) and by {@code @WebServlet} (8.1.1). Tests ask
 * Arquillian for the URL of one by its class. What code registers is not among them: no file says its name.
 */
final class ServletNames {
    private static final DotName WEB_SERVLET = DotName.createSimple("jakarta.servlet.annotation.WebServlet");
    /** Form in a class file that has the annotation: the others need not be indexed. */
    private static final byte[] DESCRIPTOR =
            "Ljakarta/servlet/annotation/WebServlet;".getBytes(StandardCharsets.US_ASCII);

    private final Set<String> names = new TreeSet<>();
    private final Indexer indexer = new Indexer();

    private ServletNames() {}

    /**
     * Reads an archive, which the server has deployed, so that it is whole.
     *
     * @throws IOException when it cannot be read
     */
    static Set<String> of(InputStream war) throws IOException {
        ServletNames found = new ServletNames();
        // The stream is the caller's to close.
        ZipInputStream zip = new ZipInputStream(war);
        try {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                String name = entry.getName();
                if (name.equals("WEB-INF/web.xml")) {
                    found.descriptor(zip.readAllBytes());
                } else if (name.startsWith("WEB-INF/classes/") && name.endsWith(".class")) {
                    found.classFile(zip.readAllBytes());
                } else if (name.matches("WEB-INF/lib/[^/]+\\.jar")) {
                    found.library(zip.readAllBytes());
                }
            }
        } catch (XMLStreamException e) {
            throw new IOException("a descriptor of the archive cannot be read", e);
        }
        found.annotated();
        return found.names;
    }

    private void library(byte[] jar) throws IOException, XMLStreamException {
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(jar))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (entry.getName().equals("META-INF/web-fragment.xml")) {
                    descriptor(zip.readAllBytes());
                } else if (entry.getName().endsWith(".class")) {
                    classFile(zip.readAllBytes());
                }
            }
        }
    }

    /** The {@code servlet-name}s that stand in a {@code servlet}, not those of mappings. */
    private void descriptor(byte[] document) throws XMLStreamException {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        XMLStreamReader xml = factory.createXMLStreamReader(new ByteArrayInputStream(document));
        boolean inServlet = false;
        while (xml.hasNext()) {
            int event = xml.next();
            if (event == XMLStreamConstants.START_ELEMENT && xml.getLocalName().equals("servlet-name") && inServlet) {
                names.add(xml.getElementText().strip());
            } else if (event == XMLStreamConstants.START_ELEMENT || event == XMLStreamConstants.END_ELEMENT) {
                inServlet =
                        xml.getLocalName().equals("servlet") ? event == XMLStreamConstants.START_ELEMENT : inServlet;
            }
        }
    }

    private void classFile(byte[] bytes) throws IOException {
        if (contains(bytes)) {
            indexer.index(new ByteArrayInputStream(bytes));
        }
    }

    private static boolean contains(byte[] bytes) {
        outer:
        for (int i = 0; i <= bytes.length - DESCRIPTOR.length; i++) {
            for (int k = 0; k < DESCRIPTOR.length; k++) {
                if (bytes[i + k] != DESCRIPTOR[k]) {
                    continue outer;
                }
            }
            return true;
        }
        return false;
    }

    private void annotated() {
        for (AnnotationInstance annotation : indexer.complete().getAnnotations(WEB_SERVLET)) {
            AnnotationTarget target = annotation.target();
            if (target.kind() == AnnotationTarget.Kind.CLASS) {
                AnnotationValue name = annotation.value("name");
                names.add(
                        name == null || name.asString().isEmpty()
                                ? target.asClass().name().toString()
                                : name.asString());
            }
        }
    }
}
