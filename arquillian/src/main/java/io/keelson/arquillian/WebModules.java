package io.keelson.arquillian;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Context roots of the web modules of an archive, and the names of their servlets: a WAR is one, an EAR has those of its
 * {@code application.xml} (Jakarta EE 8.3), without that every WAR at its root, each at its name.
 */
final class WebModules {
    private static final String APPLICATION = "META-INF/application.xml";

    private WebModules() {}

    /**
     * Reads an archive that the server has deployed, so that it is whole.
     *
     * @param contextRoot where the server says that it serves; counts for a WAR, alone or in an EAR
     * @return servlet names by context root
     */
    static Map<String, Set<String>> of(Path archive, String contextRoot) throws IOException {
        Map<String, Set<String>> modules = new TreeMap<>();
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            Map<String, String> roots = roots(zip);
            if (roots.isEmpty()) {
                try (InputStream war = Files.newInputStream(archive)) {
                    modules.put(contextRoot, ServletNames.of(war));
                }
            }
            for (Map.Entry<String, String> module : roots.entrySet()) {
                ZipEntry entry = zip.getEntry(module.getKey());
                if (entry != null) {
                    try (InputStream war = zip.getInputStream(entry)) {
                        modules.put(roots.size() == 1 ? contextRoot : module.getValue(), ServletNames.of(war));
                    }
                }
            }
        } catch (XMLStreamException e) {
            throw new IOException(APPLICATION + " of " + archive + " cannot be read", e);
        }
        return modules;
    }

    /** The context roots of an EAR's WARs; empty for another archive. */
    private static Map<String, String> roots(ZipFile zip) throws IOException, XMLStreamException {
        Map<String, String> roots = new TreeMap<>();
        ZipEntry descriptor = zip.getEntry(APPLICATION);
        if (descriptor != null) {
            try (InputStream in = zip.getInputStream(descriptor)) {
                declared(in, roots);
            }
            return roots;
        }
        zip.stream()
                .map(ZipEntry::getName)
                .filter(name -> name.matches("[^/]+\\.war"))
                .forEach(name -> {
                    String bare = name.substring(0, name.length() - ".war".length());
                    roots.put(name, rooted(bare));
                });
        return roots;
    }

    private static void declared(InputStream document, Map<String, String> roots) throws XMLStreamException {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        XMLStreamReader xml = factory.createXMLStreamReader(document);
        String uri = "";
        while (xml.hasNext()) {
            if (xml.next() == XMLStreamConstants.START_ELEMENT) {
                if (xml.getLocalName().equals("web-uri")) {
                    uri = xml.getElementText().strip();
                } else if (xml.getLocalName().equals("context-root")) {
                    roots.put(uri, rooted(xml.getElementText().strip()));
                }
            }
        }
    }

    private static String rooted(String root) {
        return root.startsWith("/") ? root : "/" + root;
    }
}
