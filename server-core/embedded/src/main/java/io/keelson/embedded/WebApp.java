package io.keelson.embedded;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A web application to be deployed: an archive that exists, or one that is put together from classes and files. Immutable.
 *
 * <pre>{@code
 * WebApp.of(Path.of("target/shop.war")).at("/shop")
 * WebApp.inCode().servlet("/hello", Hello.class).at("/")
 * }</pre>
 */
public final class WebApp {
    private final String contextRoot;
    private final Source source;

    /** Source of the archive. */
    interface Source {
        /** The WAR or directory, made below {@code scratch} where it is to be made. */
        Path archive(Path scratch) throws IOException;
    }

    WebApp(String contextRoot, Source source) {
        this.contextRoot = contextRoot;
        this.source = source;
    }

    /** A WAR file, or a directory with the content of one, at the root of the server. A directory is used where it is. */
    public static WebApp of(Path archive) {
        Path absolute = archive.toAbsolutePath();
        return new WebApp("/", scratch -> absolute);
    }

    /** An application that the test puts together. */
    public static WebAppContent inCode() {
        return new WebAppContent();
    }

    /**
     * The same application at another path.
     *
     * @param path begins with a slash; {@code /} alone is the root of the server
     */
    public WebApp at(String path) {
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException("a context root begins with a slash: " + path);
        }
        return new WebApp(path, source);
    }

    /** Returns the context root. */
    public String contextRoot() {
        return contextRoot;
    }

    /** The name under which the server knows it: one for each context root. */
    String name() {
        String name = contextRoot.substring(1).replaceAll("[^A-Za-z0-9._-]", "-");
        return name.isEmpty() ? "root" : name;
    }

    Path archive(Path scratch) throws IOException {
        return source.archive(scratch);
    }
}
