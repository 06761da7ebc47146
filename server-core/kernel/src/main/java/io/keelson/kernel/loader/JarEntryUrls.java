package io.keelson.kernel.loader;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/**
 * {@code jar:} URLs that read from the jar which the loader has open anyway. The JDK's own handler would open it again and
 * keep it in a cache of the JVM, so that an undeployed application's files stay locked and a replaced jar is read wrongly.
 */
final class JarEntryUrls extends URLStreamHandler {
    private static final String SEPARATOR = "!/";

    private final KeptJar jar;

    private JarEntryUrls(KeptJar jar) {
        this.jar = jar;
    }

    static URL of(KeptJar jar, URL location, String entry) throws MalformedURLException {
        return new URL(null, "jar:" + location + SEPARATOR + encode(entry), new JarEntryUrls(jar));
    }

    private static String encode(String entry) throws MalformedURLException {
        try {
            return new URI(null, null, "/" + entry, null).getRawPath().substring(1);
        } catch (URISyntaxException e) {
            throw new MalformedURLException("not a name in a jar: " + entry);
        }
    }

    /** {@code jar:<url>!/<entry>} as a whole, or a path relative to the entry of the context. */
    @Override
    protected void parseURL(URL url, String spec, int start, int limit) {
        String rest = spec.substring(start, limit);
        String file = rest;
        if (!rest.contains(SEPARATOR)) {
            String context = url.getFile();
            int root = context.lastIndexOf(SEPARATOR) + 1;
            String base = rest.startsWith("/") ? "" : context.substring(root, context.lastIndexOf('/') + 1);
            file = context.substring(0, root) + normalised(base + rest);
        }
        String ref = limit < spec.length() ? spec.substring(limit + 1) : null;
        setURL(url, "jar", "", -1, "", null, file, null, ref);
    }

    private static String normalised(String path) {
        return URI.create(path).normalize().toString();
    }

    @Override
    protected URLConnection openConnection(URL url) throws IOException {
        return new Connection(url, jar);
    }

    /** Reads one entry. The jar that it hands out is a fresh one where the caller said that it uses no caches. */
    private static final class Connection extends JarURLConnection {
        private final KeptJar jar;
        private @Nullable JarFile handedOut;
        private @Nullable JarEntry entry;

        Connection(URL url, KeptJar jar) throws MalformedURLException {
            super(url);
            this.jar = jar;
        }

        @Override
        public void connect() throws IOException {
            String name = getEntryName();
            if (connected || name == null) {
                return;
            }
            try {
                entry = jar.getJarEntry(name);
            } catch (IllegalStateException closed) {
                throw new IOException("the library " + jar.getName() + " has been closed", closed);
            }
            if (entry == null) {
                throw new FileNotFoundException("no " + name + " in " + jar.getName());
            }
            connected = true;
        }

        @Override
        public JarFile getJarFile() throws IOException {
            if (getUseCaches()) {
                return jar;
            }
            if (handedOut == null) {
                handedOut = new JarFile(new java.io.File(jar.getName()), true, JarFile.OPEN_READ, Runtime.version());
            }
            return handedOut;
        }

        @Override
        public @Nullable JarEntry getJarEntry() throws IOException {
            connect();
            return entry;
        }

        @Override
        public InputStream getInputStream() throws IOException {
            connect();
            if (entry == null) {
                throw new IOException("the URL names a jar, not an entry of it: " + url);
            }
            return jar.getInputStream(entry);
        }

        @Override
        public long getContentLengthLong() {
            try {
                connect();
            } catch (IOException absent) {
                return -1;
            }
            return entry == null ? new java.io.File(jar.getName()).length() : entry.getSize();
        }

        @Override
        public int getContentLength() {
            long length = getContentLengthLong();
            return length > Integer.MAX_VALUE ? -1 : (int) length;
        }

        @Override
        public long getLastModified() {
            try {
                connect();
            } catch (IOException absent) {
                return 0;
            }
            return entry == null ? new java.io.File(jar.getName()).lastModified() : entry.getTime();
        }

        @Override
        public String getContentType() {
            String guessed = getEntryName() == null ? "x-java/jar" : guessContentTypeFromName(getEntryName());
            return guessed == null ? "content/unknown" : guessed;
        }
    }
}
