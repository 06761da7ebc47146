package io.keelson.pages;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.apache.taglibs.standard.Version;
import org.apache.tomcat.util.descriptor.tld.TaglibXml;
import org.apache.tomcat.util.descriptor.tld.TldParser;
import org.apache.tomcat.util.descriptor.tld.TldResourcePath;
import org.xml.sax.SAXException;

/**
 * The tag library descriptors of the standard tags, read once for all applications. Immutable.
 *
 * <p>Specification: Pages 4.0, 7.3.5 Implicit Map Entries from the Container.
 *
 * @param paths URI of a library to its descriptor
 * @param libraries the descriptors
 */
record StandardTags(Map<String, TldResourcePath> paths, Map<TldResourcePath, TaglibXml> libraries) {

    /** Reads the descriptors of the jar that has the standard tags. */
    static StandardTags read() throws IOException, SAXException {
        URL jar = Version.class.getProtectionDomain().getCodeSource().getLocation();
        TldParser parser = new TldParser(true, false, true);
        Map<String, TldResourcePath> paths = new LinkedHashMap<>();
        Map<TldResourcePath, TaglibXml> libraries = new LinkedHashMap<>();
        for (String entry : descriptors(jar)) {
            TldResourcePath path = new TldResourcePath(jar, null, entry);
            TaglibXml library = parser.parse(path);
            libraries.put(path, library);
            if (library.getUri() != null) {
                paths.putIfAbsent(library.getUri(), path);
            }
        }
        return new StandardTags(Map.copyOf(paths), Map.copyOf(libraries));
    }

    private static List<String> descriptors(URL jar) throws IOException {
        try (JarFile file = new JarFile(Path.of(jar.toURI()).toFile(), false)) {
            return file.stream()
                    .map(JarEntry::getName)
                    .filter(name -> name.startsWith("META-INF/") && name.endsWith(".tld"))
                    .sorted()
                    .toList();
        } catch (URISyntaxException e) {
            throw new IOException("the standard tags are in no file: " + jar, e);
        }
    }
}
