package io.keelson.deploy.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.deploy.Deployer.State;
import io.keelson.deploy.internal.store.Step;
import io.keelson.deploy.plan.PlanChange;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.DescriptorNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Applications with deployment plans, over replacement and restart. */
final class PlannedApplicationsTest {
    private static final String WEB = "WEB-INF/web.xml";

    @TempDir
    Path directory;

    private final Names names = new Names();
    private Server server;

    @BeforeEach
    void start() throws Exception {
        server = new Server(directory.resolve("server"), Step.NONE);
        server.contributors.add(names);
    }

    /** Reads display-name of web.xml, and nothing else. */
    private static final class Names implements Contributor {
        final Map<String, String> read = new TreeMap<>();

        @Override
        public String name() {
            return "names";
        }

        @Override
        public void descriptors(Deployment deployment) throws DeploymentException {
            try (InputStream in =
                    Files.newInputStream(deployment.archive().file(WEB).orElseThrow())) {
                DescriptorNode root = DescriptorNode.read(WEB, in);
                deployment.plan().amend(WEB, root);
                for (DescriptorNode child : root.children()) {
                    if (child.name().equals("display-name")) {
                        if (child.used() != null) {
                            child.used().run();
                        }
                        read.put(deployment.name(), child.text());
                    }
                }
            } catch (IOException e) {
                throw new DeploymentException("not read", e);
            }
        }
    }

    private static String web(String name) {
        return "<web-app><display-name>" + name + "</display-name></web-app>";
    }

    private static String plan(String name) {
        return "WEB-INF/web.xml: {display-name: " + name + "}\n";
    }

    private Path war(String name) throws Exception {
        return new WarFile().text(WEB, web(name)).write(directory.resolve("shop.war"));
    }

    @Test
    void keepsItsPlanUntilThereIsAnother() throws Exception {
        server.deployer.deploy("shop", war("built"), null, plan("planned"));
        assertThat(names.read).containsEntry("shop", "planned");
        assertThat(server.deployer.plan("shop")).isEqualTo(plan("planned"));
        assertThat(server.deployer.planChanges("shop"))
                .containsExactly(new PlanChange("", WEB, "display-name", "built", "planned", "plan.yaml:1:19"));

        server.deployer.deploy("shop", war("built again"), null, (String) null);
        assertThat(names.read).containsEntry("shop", "planned");
        assertThat(server.deployer.planChanges("shop"))
                .extracting(PlanChange::before)
                .containsExactly("built again");

        server.deployer.redeploy("shop", plan("other"));
        assertThat(names.read).containsEntry("shop", "other");
        server.deployer.redeploy("shop", "");
        assertThat(names.read).containsEntry("shop", "built again");
        assertThat(server.deployer.planChanges("shop")).isEmpty();
    }

    @Test
    void comesAgainWithItsPlan() throws Exception {
        server.deployer.deploy("shop", war("built"), null, plan("planned"));
        server.deployer.stopAll(Deadline.in(Ticker.system(), Duration.ofSeconds(10)));
        names.read.clear();
        Server next = new Server(directory.resolve("server"), Step.NONE);
        next.contributors.add(names);
        next.started();
        assertThat(names.read).containsEntry("shop", "planned");
        assertThat(next.deployer.plan("shop")).isEqualTo(plan("planned"));
        next.deployer.redeploy("shop");
        assertThat(names.read).containsEntry("shop", "planned");
    }

    @Test
    void refusesAPlanThatNobodyReadsAndServesOn() throws Exception {
        server.deployer.deploy("shop", war("built"), null, plan("planned"));
        assertThatThrownBy(() -> server.deployer.deploy("shop", war("new"), null, "WEB-INF/web.xml:\n  servlets: x\n"))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("plan.yaml:2:3: WEB-INF/web.xml servlets");
        assertThat(server.deployer.application("shop").orElseThrow().state()).isEqualTo(State.RUNNING);
        assertThat(server.deployer.plan("shop")).isEqualTo(plan("planned"));
        assertThat(server.deployer.planChanges("shop")).hasSize(1);
    }

    private Path ear(boolean described) throws Exception {
        WarFile ear = new WarFile()
                .bytes("shop.war", new WarFile().text(WEB, web("shop")).packed())
                .bytes("tools.war", new WarFile().text(WEB, web("tools")).packed());
        if (described) {
            ear.text(
                    "META-INF/application.xml",
                    "<application><module><web><web-uri>shop.war</web-uri><context-root>/s</context-root></web></module>"
                            + "<module><web><web-uri>tools.war</web-uri></web></module></application>");
        }
        return ear.write(directory.resolve("all.ear"));
    }

    private static final String OF_MODULES = """
            META-INF/application.xml:
              module/web[web-uri=tools.war]/context-root: /werkzeug
            shop.war:
              WEB-INF/web.xml: {display-name: Laden}
            """;

    @Test
    void changesModulesOfAnEnterpriseApplication() throws Exception {
        server.deployer.deploy("all", ear(true), null, OF_MODULES);
        assertThat(server.deployer.application("all").orElseThrow().contextRoot())
                .isEqualTo("/s, /werkzeug");
        assertThat(names.read).containsEntry("all#shop", "Laden").containsEntry("all#tools", "tools");
        assertThat(server.deployer.planChanges("all"))
                .extracting(PlanChange::module)
                .containsExactly("", "shop.war");
    }

    @Test
    void changesModulesOfOneWithoutADescriptor() throws Exception {
        server.deployer.deploy("all", ear(false), null, OF_MODULES);
        assertThat(server.deployer.application("all").orElseThrow().contextRoot())
                .isEqualTo("/shop, /werkzeug");
    }

    @Test
    void namesTheModulesThatThereAre() {
        assertThatThrownBy(() -> server.deployer.deploy("all", ear(true), null, "shopp.war: {WEB-INF/web.xml: {a: b}}"))
                .hasMessageContaining("no module 'shopp.war'; it has shop.war, tools.war");
        assertThatThrownBy(() -> server.deployer.deploy(
                        "all",
                        ear(true),
                        null,
                        "META-INF/application.xml: {'module/web[web-uri=more.war]/context-root': /m}"))
                .hasMessageContaining("there are 2 <module>");
    }
}
