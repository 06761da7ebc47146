package io.keelson.boot;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.Endpoint;
import io.keelson.base.thread.Threads;
import io.keelson.kernel.lifecycle.Server;
import io.keelson.kernel.lifecycle.ShutdownMode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * The process that a class archive is made from: a server with a small application in a directory of its own, which
 * answers some requests and stops, so that the JDK sees the classes that a start needs. Ends with the process that holds
 * its input.
 */
final class Rehearsal {
    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final int TIMEOUT_MILLIS = 10_000;
    private static final String WEB_XML = """
            <?xml version="1.0" encoding="UTF-8"?>
            <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.1">
              <servlet>
                <servlet-name>rehearsal</servlet-name>
                <servlet-class>%1$s</servlet-class>
                <load-on-startup>1</load-on-startup>
              </servlet>
              <servlet-mapping>
                <servlet-name>rehearsal</servlet-name>
                <url-pattern>/servlet</url-pattern>
              </servlet-mapping>
            </web-app>
            """;

    private final DomainDirectory domain;

    private Rehearsal(DomainDirectory domain) {
        this.domain = domain;
    }

    /** Argument: a directory for the domain. */
    public static void main(String[] words) throws Exception {
        Threads.daemon("keelson.parent", Rehearsal::endWithTheParent).start();
        Path directory = Path.of(words[0], "domain");
        DomainDirectory domain = DomainDirectory.create(directory);
        writeApplication(directory.resolve("autodeploy/rehearsal.war"));
        try {
            System.exit(Main.run(new Rehearsal(domain)::perform, "--domain", directory.toString()));
        } catch (UncheckedIOException e) { // no archive of half a start
            System.err.println(e.getMessage());
            Runtime.getRuntime().halt(1);
        }
    }

    private static void endWithTheParent() {
        try {
            while (System.in.read() >= 0) {
                // nothing is ever sent
            }
        } catch (IOException e) { // gone as well
        }
        Runtime.getRuntime().halt(1);
    }

    private static void writeApplication(Path file) throws IOException {
        String name = RehearsalServlet.class.getName();
        String classFile = name.replace('.', '/') + ".class";
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file));
                InputStream code = RehearsalServlet.class.getResourceAsStream("RehearsalServlet.class")) {
            if (code == null) {
                throw new IOException("there is no " + classFile);
            }
            zip.putNextEntry(new ZipEntry("WEB-INF/web.xml"));
            zip.write(String.format(Locale.ROOT, WEB_XML, name).getBytes(StandardCharsets.UTF_8));
            zip.putNextEntry(new ZipEntry("WEB-INF/classes/" + classFile));
            code.transferTo(zip);
            zip.putNextEntry(new ZipEntry("page.html"));
            zip.write("<p>Rehearsal</p>".getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Called when the server is RUNNING. */
    private AutoCloseable perform(Server server) throws InterruptedException {
        try {
            Endpoint endpoint = domain.status(domain.adminServer()).address();
            if (endpoint == null) {
                throw new IOException("the server has no address");
            }
            String address = endpoint.authority();
            long end = System.nanoTime() + LONGEST.toNanos();
            while (!get(address, "/rehearsal/servlet").startsWith("HTTP/1.1 200")) {
                if (System.nanoTime() > end) {
                    throw new IOException("the application does not answer with 200");
                }
                Thread.sleep(20);
            }
            get(address, "/rehearsal/page.html");
            get(address, "/rehearsal/missing");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.shutdown(ShutdownMode.GRACEFUL);
        return () -> {};
    }

    /** Asks by a bare socket: the classes of the JDK's client do not belong into the archive. */
    private static String get(String address, String path) throws IOException {
        int colon = address.lastIndexOf(':');
        try (Socket socket = new Socket(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)))) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            OutputStream out = socket.getOutputStream();
            out.write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            out.flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }
}
