package io.keelson.appclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Archives with client modules, and their descriptors. */
class ClientArchiveTest {
    private static final String MANIFEST = "META-INF/MANIFEST.MF";

    @TempDir
    Path directory;

    private static byte[] zip(Object... namesAndContents) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(bytes)) {
            for (int i = 0; i < namesAndContents.length; i += 2) {
                out.putNextEntry(new ZipEntry((String) namesAndContents[i]));
                Object content = namesAndContents[i + 1];
                out.write(content instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : (byte[]) content);
                out.closeEntry();
            }
        }
        return bytes.toByteArray();
    }

    private Path file(String name, Object... namesAndContents) throws IOException {
        return Files.write(directory.resolve(name), zip(namesAndContents));
    }

    private static String main(String name) {
        return "Manifest-Version: 1.0\nMain-Class: " + name + "\n";
    }

    private static List<String> names(ClientModule module) {
        return module.classPath().stream()
                .map(path -> String.valueOf(path.getFileName()))
                .toList();
    }

    @Test
    void findsModulesWithoutADescriptor() throws Exception {
        Path ear = file(
                "shop.ear",
                "b.jar",
                zip(MANIFEST, main("b.Main")),
                "a.jar",
                zip("META-INF/application-client.xml", "<application-client/>"),
                "beans.jar",
                zip(MANIFEST, main("x.Main"), "META-INF/ejb-jar.xml", "<ejb-jar/>"),
                "library.jar",
                zip("x/X.class", ""),
                "lib/one.jar",
                zip(MANIFEST, "Manifest-Version: 1.0\nClass-Path: ../library.jar ../../outside.jar none.jar\n"));
        try (ClientArchive archive = ClientArchive.open(ear)) {
            assertThat(archive.modules().stream().map(ClientModule::name)).containsExactly("a", "b");
            ClientModule module = archive.module("b.jar");
            assertThat(module.application()).isEqualTo("shop");
            assertThat(module.mainClass()).isEqualTo("b.Main");
            assertThat(names(module)).containsExactly("b.jar", "one.jar", "library.jar");
        }
    }

    @Test
    void unpacksDirectoriesOfTheClassPath() throws Exception {
        Path ear = file(
                "shop.ear",
                "a.jar",
                zip(MANIFEST, main("a.Main") + "Class-Path: texts/ none/\n"),
                "texts/of/a.txt",
                "text",
                "web.war",
                zip("index.html", ""));
        try (ClientArchive archive = ClientArchive.open(ear)) {
            ClientModule module = archive.module("a");
            assertThat(names(module)).containsExactly("a.jar", "texts");
            assertThat(module.classPath().get(1).resolve("of/a.txt")).hasContent("text");
            assertThat(module.code().resolveSibling("web.war")).doesNotExist();
        }
    }

    @Test
    void deletesWhatItUnpacked() throws Exception {
        Path ear = file("shop.ear", "a.jar", zip(MANIFEST, main("a.Main")));
        Path code;
        try (ClientArchive archive = ClientArchive.open(ear)) {
            code = archive.module(null).code();
            assertThat(code).exists();
        }
        assertThat(code.getParent()).doesNotExist();
    }

    @Test
    void readsTheDescriptorOfTheEnterpriseApplication() throws Exception {
        Path ear = file(
                "some.ear",
                "META-INF/application.xml",
                """
                <!DOCTYPE application PUBLIC "-//Sun Microsystems, Inc.//DTD J2EE Application 1.3//EN"
                    "http://java.sun.com/dtd/application_1_3.dtd">
                <application>
                  <application-name>store</application-name>
                  <module><java>clients/till.jar</java><alt-dd>till.xml</alt-dd></module>
                  <library-directory>shared</library-directory>
                </application>
                """,
                "clients/till.jar",
                zip(MANIFEST, main("till.Main") + "Class-Path: more.jar\n"),
                "clients/more.jar",
                zip("x", ""),
                "till.xml",
                "<application-client><module-name>checkout</module-name></application-client>",
                "shared/s.jar",
                zip("x", ""),
                "lib/unused.jar",
                zip("x", ""));
        try (ClientArchive archive = ClientArchive.open(ear)) {
            ClientModule module = archive.module("clients/till.jar");
            assertThat(module.application()).isEqualTo("store");
            assertThat(names(module)).containsExactly("till.jar", "more.jar", "s.jar");
            assertThat(ClientDescriptor.read(module).moduleName()).isEqualTo("checkout");
        }
    }

    @Test
    void refusesWhatIsNoClient() throws Exception {
        assertThatThrownBy(
                        () -> ClientArchive.open(file("empty.ear", "x.txt", "")).module(null))
                .hasMessageContaining("empty.ear has no client module");
        assertThatThrownBy(() -> ClientArchive.open(file(
                        "broken.ear",
                        "META-INF/application.xml",
                        "<application><module><java>none.jar</java></module></application>")))
                .hasMessageContaining("there is no client module 'none.jar' in broken.ear");
        assertThatThrownBy(() -> ClientArchive.open(file("evil.ear", "../../evil.jar", zip("x", ""))))
                .isInstanceOf(ClientException.class)
                .hasMessageContaining("leads out of the archive");
        assertThatThrownBy(
                        () -> ClientArchive.open(file("bad.ear", "META-INF/application.xml", "<application>\n<module")))
                .isInstanceOf(ClientException.class)
                .hasMessageContaining("META-INF/application.xml of bad.ear, line 2");
        assertThatThrownBy(() -> ClientArchive.open(Files.writeString(directory.resolve("text.ear"), "text")))
                .isInstanceOf(ClientException.class)
                .hasMessageContaining("cannot be read");
    }

    @Test
    void fetchesNoEntities() throws Exception {
        Path secret = Files.writeString(directory.resolve("secret"), "very secret");
        Path client = file(
                "client.jar",
                MANIFEST,
                main("a.Main"),
                "META-INF/application-client.xml",
                "<!DOCTYPE application-client [<!ENTITY x SYSTEM \"" + secret.toUri() + "\">]>\n"
                        + "<application-client><module-name>a&x;</module-name></application-client>");
        try (ClientArchive archive = ClientArchive.open(client)) {
            String name;
            try {
                name = String.valueOf(
                        ClientDescriptor.read(archive.module(null)).moduleName());
            } catch (ClientException e) {
                name = String.valueOf(e.getMessage());
            }
            assertThat(name).doesNotContain("very secret");
        }
    }

    @Test
    void mapsReferencesByVendorsDescriptors() throws Exception {
        String references = """
                <application-client version="1.4">
                  <ejb-ref>
                    <ejb-ref-name>ejb/account</ejb-ref-name><home>a.Home</home><remote>a.Remote</remote>
                  </ejb-ref>
                  <resource-ref><res-ref-name>jms/factory</res-ref-name></resource-ref>
                  <message-destination-ref>
                    <message-destination-ref-name>jms/queue</message-destination-ref-name>
                    <message-destination-link>Queue</message-destination-link>
                  </message-destination-ref>
                </application-client>
                """;
        for (String vendor : List.of("weblogic", "sun", "glassfish")) {
            String mappings = vendor.equals("weblogic") ? """
                    <weblogic-application-client>
                      <ejb-reference-description>
                        <ejb-ref-name>ejb/account</ejb-ref-name><jndi-name>Account</jndi-name>
                      </ejb-reference-description>
                      <resource-description>
                        <res-ref-name>jms/factory</res-ref-name><jndi-name>Factory</jndi-name>
                      </resource-description>
                      <message-destination-descriptor>
                        <message-destination-name>Queue</message-destination-name>
                        <destination-jndi-name>TheQueue</destination-jndi-name>
                      </message-destination-descriptor>
                    </weblogic-application-client>
                    """ : """
                    <%1$s-application-client>
                      <ejb-ref>
                        <ejb-ref-name>ejb/account</ejb-ref-name><jndi-name>corbaname:iiop:localhost:3700#Account</jndi-name>
                      </ejb-ref>
                      <resource-ref><res-ref-name>jms/factory</res-ref-name><jndi-name>Factory</jndi-name></resource-ref>
                      <message-destination>
                        <message-destination-name>Queue</message-destination-name><jndi-name>TheQueue</jndi-name>
                      </message-destination>
                    </%1$s-application-client>
                    """.formatted(vendor);
            Path client = file(
                    "client.jar",
                    MANIFEST,
                    main("a.Main"),
                    "META-INF/application-client.xml",
                    references,
                    "META-INF/" + vendor + "-application-client.xml",
                    mappings);
            try (ClientArchive archive = ClientArchive.open(client)) {
                ClientDescriptor descriptor = ClientDescriptor.read(archive.module(null));
                assertThat(descriptor.complete()).isTrue();
                assertThat(descriptor.references().stream()
                                .map(each -> each.reference().name() + "="
                                        + each.reference().mapped())
                                .filter(text -> !text.startsWith("Queue")))
                        .as(vendor)
                        .containsExactly("ejb/account=Account", "jms/factory=Factory", "jms/queue=TheQueue");
                assertThat(descriptor.references().get(0).reference().type()).isEqualTo("a.Home");
            }
        }
    }

    @Test
    void suggestsTheNearestName() {
        assertThat(Nearest.of("Acount", List.of("Account", "Order")))
                .isEqualTo("; did you mean 'Account'? There are: Account, Order");
        assertThat(Nearest.of("x", List.of("Account"))).isEqualTo("; There is: Account");
        assertThat(Nearest.of("x", List.of())).isEmpty();
    }

    @Test
    void bringsWhatClassesMention() throws Exception {
        Path home = directory.resolve("home");
        Files.createDirectories(home.resolve("lib"));
        Files.createDirectories(home.resolve("parts/mail"));
        Files.createFile(home.resolve("parts/mail/jakarta.mail-api-2.jar"));
        Files.createFile(home.resolve("parts/mail/keelson-mail-1.jar"));
        Files.createFile(home.resolve("lib/jakarta.activation-api-2.jar"));
        Files.createFile(home.resolve("lib/jakarta.json-api-2.jar"));
        Path client = file("client.jar", "a/Main.class", "xx Ljakarta/mail/Session; xx");
        Brought brought = Brought.of(List.of(client), home);
        assertThat(brought.apis()).containsExactly("jakarta/mail/");
        assertThat(brought.jars().stream().map(jar -> String.valueOf(jar.getFileName())))
                .containsExactly("jakarta.mail-api-2.jar", "jakarta.activation-api-2.jar");
    }
}
