package io.keelson.admin.node;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.admin.FakeExchange;
import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.rest.Caller;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Router;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.management.Role;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodesResourceTest {
    private static final Caller MONITOR = new Caller("max", Set.of(Role.MONITOR), Caller.Via.BASIC);

    private final AtomicBoolean linkShown = new AtomicBoolean(true);

    private int domains;

    @TempDir
    Path directory;

    private void output(String server, Caller caller) throws Exception {
        DomainDirectory domain = DomainDirectory.create(directory.resolve("domain-" + domains++), 1);
        NodesResource resource =
                new NodesResource(domain, new Machines(domain, Duration.ofDays(90), Ticker.system()), linkShown::get);
        new Router("/management/v1", resource.routes())
                .answer(
                        new FakeExchange("GET", "/management/v1/domain/servers/" + server + "/output"),
                        caller,
                        Router.Around.NOTHING);
    }

    @Test
    void theLinkForTheFirstAdministratorIsNotShownToOthers() {
        String noNode = "No node manager";
        assertThatThrownBy(() -> output("AdminServer", MONITOR))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("becomes the domain's administrator");
        assertThatThrownBy(() -> output("server-1", MONITOR)).hasMessageContaining(noNode);
        linkShown.set(false);
        assertThatThrownBy(() -> output("AdminServer", MONITOR)).hasMessageContaining(noNode);
    }

    @Test
    void itIsShownToWhoHasTheDomain() {
        assertThatThrownBy(() -> output("AdminServer", Caller.MANAGEMENT)).hasMessageContaining("No node manager");
    }
}
