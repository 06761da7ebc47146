package io.keelson.deploy.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.deploy.explain.Explanation;
import io.keelson.deploy.internal.store.Step;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what jboss-deployment-structure.xml says that counts here. */
class JbossStructureTest {
    private static final String FILE = "jboss-deployment-structure.xml";

    @TempDir
    Path directory;

    private URLClassLoader flat;
    private Server server;

    @BeforeEach
    void start() throws Exception {
        Path rest = new WarFile().text("META-INF/keelson/part.properties", """
                        name = rest
                        exports = jakarta.ws.rs.*
                        needed-by-files = META-INF/needs.txt
                        whole-application = true
                        """).write(directory.resolve("rest.jar"));
        Path persistence =
                new WarFile().text("META-INF/keelson/part.properties", """
                        name = jpa
                        exports = jakarta.persistence.*
                        needed-by-files = META-INF/needs.txt
                        manages-own = true
                        """).write(directory.resolve("jpa.jar"));
        flat = new URLClassLoader(
                new URL[] {rest.toUri().toURL(), persistence.toUri().toURL()},
                JbossStructureTest.class.getClassLoader());
        server = new Server(directory.resolve("server"), Step.NONE, flat);
    }

    @AfterEach
    void close() throws Exception {
        flat.close();
    }

    private static WarFile war() {
        return new WarFile()
                .text("WEB-INF/classes/META-INF/needs.txt", "")
                .text("WEB-INF/web.xml", "<web-app xmlns='https://jakarta.ee/xml/ns/jakartaee' version='6.1'/>");
    }

    private Explanation explained(WarFile archive, String file) throws Exception {
        Explanation explanation = server.deployer.explain("shop", archive.write(directory.resolve(file)), null, "");
        assertThat(explanation.problem()).isNull();
        return explanation;
    }

    private static List<String> parts(Explanation.Module module) {
        return module.uses().stream().map(Explanation.Use::servedBy).toList();
    }

    @Test
    void withoutTheFileTheModuleHasTheParts() throws Exception {
        assertThat(parts(explained(war(), "shop.war").modules().get(0)))
                .containsExactlyInAnyOrder("the part 'rest' of this server", "the part 'jpa' of this server");
    }

    @Test
    void aSubsystemThatIsExcludedIsAPartLess() throws Exception {
        Explanation.Module module = explained(war().text("WEB-INF/" + FILE, """
                                <jboss-deployment-structure xmlns="urn:jboss:deployment-structure:1.3">
                                  <ear-subdeployments-isolated>true</ear-subdeployments-isolated>
                                  <deployment>
                                    <exclude-subsystems>
                                      <subsystem name="jaxrs"/>
                                      <subsystem name="jpa"/>
                                      <subsystem name="logging"/>
                                    </exclude-subsystems>
                                    <exclusions><module name="org.slf4j"/></exclusions>
                                    <dependencies>
                                      <module name="jakarta.mail.api"/>
                                      <module name="java.sql"/>
                                      <module name="org.jboss.logging"/>
                                      <module name="deployment.shop.ear.beans.jar"/>
                                      <module name="org.infinispan" export="true"/>
                                      <system><paths/></system>
                                    </dependencies>
                                    <resources><resource-root path="x.jar"/></resources>
                                    <local-last value="true"/>
                                  </deployment>
                                  <module name="deployment.own"/>
                                </jboss-deployment-structure>
                                """), "shop.war")
                .modules()
                .get(0);

        assertThat(module.uses()).isEmpty();
        assertThat(module.descriptors())
                .containsExactly(new Explanation.Descriptor(
                        "WEB-INF/" + FILE,
                        true,
                        List.of(
                                "no jaxrs, the part 'rest' of this server",
                                "no jpa, the part 'jpa' of this server",
                                "exclusions of org.slf4j, which the application's own libraries go before in any case"),
                        List.of(
                                "ear-subdeployments-isolated",
                                "exclude-subsystems/logging",
                                "dependencies/org.infinispan",
                                "dependencies/system",
                                "resources",
                                "local-last",
                                "module")));
    }

    @Test
    void anEnterpriseApplicationSaysItForItsModules() throws Exception {
        WarFile ear = new WarFile()
                .bytes("one.war", war().packed())
                .bytes("two.war", war().packed())
                .text("META-INF/" + FILE, """
                        <jboss-deployment-structure>
                          <deployment>
                            <exclude-subsystems><subsystem name="jpa"/></exclude-subsystems>
                            <dependencies><module name="org.left.for.the.ear"/></dependencies>
                          </deployment>
                          <sub-deployment name="two.war">
                            <exclude-subsystems><subsystem name="jaxrs"/></exclude-subsystems>
                            <dependencies><module name="org.left.for.two"/></dependencies>
                          </sub-deployment>
                        </jboss-deployment-structure>
                        """);
        List<Explanation.Module> modules = explained(ear, "shop.ear").modules();

        assertThat(parts(modules.get(0))).containsExactly("the part 'rest' of this server");
        assertThat(parts(modules.get(1))).isEmpty();
        assertThat(modules.get(0).descriptors().get(0).left()).isEmpty();
        assertThat(modules.get(1).descriptors().get(0).left()).containsExactly("dependencies/org.left.for.two");
    }

    @Test
    void aFileThatIsNoXmlIsRefused() throws Exception {
        Explanation explanation = server.deployer.explain(
                "shop",
                war().text("WEB-INF/" + FILE, "<jboss-deployment").write(directory.resolve("shop.war")),
                null,
                "");

        assertThat(explanation.problem()).contains("WEB-INF/" + FILE);
    }
}
