package io.keelson.embedded;

import jakarta.servlet.Servlet;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The content of an application, piece by piece. Classes are copied: the server loads them by the application's own class
 * loader, as it would from a WAR, so that their static fields are not those that the test sees. Annotations of the classes count.
 * Not thread-safe.
 */
public final class WebAppContent {
    private final List<Piece> pieces = new ArrayList<>();
    private final Map<String, String> servlets = new TreeMap<>();
    private boolean ownDescriptor;

    /** Something that goes into the directory of the application. */
    private interface Piece {
        void into(Path root) throws IOException;
    }

    WebAppContent() {}

    /** These classes, each with those that are nested in it. */
    public WebAppContent classes(Class<?>... types) {
        for (Class<?> type : types) {
            ClassFiles files = ClassFiles.of(type);
            pieces.add(root -> files.copyWithNested(root.resolve("WEB-INF/classes")));
        }
        return this;
    }

    /** All classes and resources of the package of this class, not of those below it, from where this class lies. */
    public WebAppContent packageOf(Class<?> type) {
        ClassFiles files = ClassFiles.of(type);
        pieces.add(root -> files.copyPackage(root.resolve("WEB-INF/classes")));
        return this;
    }

    /** All files below a directory of classes, such as {@code target/classes}. */
    public WebAppContent classesIn(Path directory) {
        pieces.add(root -> copyTree(directory, root.resolve("WEB-INF/classes")));
        return this;
    }

    /** A servlet and where it is mapped; its class goes into the application. */
    public WebAppContent servlet(String pattern, Class<? extends Servlet> type) {
        servlets.put(pattern, type.getName());
        return classes(type);
    }

    /** A library. */
    public WebAppContent library(Path jar) {
        pieces.add(root -> {
            Path directory = Files.createDirectories(root.resolve("WEB-INF/lib"));
            Files.copy(jar, directory.resolve(String.valueOf(jar.getFileName())));
        });
        return this;
    }

    /**
     * The library that a class of the test comes from.
     *
     * @throws IllegalArgumentException when it does not come from a jar
     */
    public WebAppContent libraryOf(Class<?> type) {
        Path jar = ClassFiles.location(type);
        if (!Files.isRegularFile(jar)) {
            throw new IllegalArgumentException(type + " does not come from a jar but from " + jar + "; use classes()");
        }
        return library(jar);
    }

    /** A file, by its path in the application: {@code index.html}, {@code WEB-INF/web.xml}. */
    public WebAppContent file(String path, String text) {
        ownDescriptor |= path.equals("WEB-INF/web.xml");
        pieces.add(root -> {
            Path file = root.resolve(path).normalize();
            if (!file.startsWith(root) || file.equals(root)) {
                throw new IOException("not a path of a file in the application: " + path);
            }
            Files.createDirectories(file.getParent());
            Files.writeString(file, text, StandardCharsets.UTF_8);
        });
        return this;
    }

    /** All files below a directory, such as {@code src/main/webapp}. */
    public WebAppContent files(Path directory) {
        ownDescriptor |= Files.exists(directory.resolve("WEB-INF/web.xml"));
        pieces.add(root -> copyTree(directory, root));
        return this;
    }

    /**
     * The application with what has been added so far, at a path.
     *
     * @throws IllegalStateException when it has servlets with mappings and a web.xml, which then has to map them
     */
    public WebApp at(String contextRoot) {
        if (ownDescriptor && !servlets.isEmpty()) {
            throw new IllegalStateException(
                    "the application has a web.xml: map the servlets there, and add their classes");
        }
        List<Piece> now = List.copyOf(pieces);
        String descriptor = descriptor();
        return new WebApp("/", scratch -> {
                    Path root = Files.createTempDirectory(scratch, "application-");
                    for (Piece piece : now) {
                        piece.into(root);
                    }
                    // By this directory the server knows a web application, also one of files only.
                    Path information = Files.createDirectories(root.resolve("WEB-INF"));
                    if (!descriptor.isEmpty()) {
                        Files.writeString(information.resolve("web.xml"), descriptor);
                    }
                    return root;
                })
                .at(contextRoot);
    }

    private String descriptor() {
        if (servlets.isEmpty()) {
            return "";
        }
        StringBuilder xml =
                new StringBuilder("<web-app xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"6.1\">\n");
        servlets.values().stream()
                .distinct()
                .forEach(name -> xml.append("<servlet><servlet-name>" + name + "</servlet-name><servlet-class>" + name
                        + "</servlet-class></servlet>\n"));
        servlets.forEach((pattern, name) -> xml.append("<servlet-mapping><servlet-name>" + name
                + "</servlet-name><url-pattern>" + escaped(pattern) + "</url-pattern></servlet-mapping>\n"));
        return xml.append("</web-app>\n").toString();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }

    private static void copyTree(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                Path target = to.resolve(from.relativize(file).toString());
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
        }
    }
}
