package io.keelson.kernel.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.base.work.RequestClassDefinition;
import io.keelson.base.work.RequestClassDefinition.FairShare;
import io.keelson.base.work.WorkDefinitions;
import io.keelson.base.work.WorkManagerDefinition;
import io.keelson.base.work.WorkScope;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class KernelScopeTest {
    private final KernelWorkManagers managers = KernelWorkManagers.start(
            Ticker.system(),
            new ThreadPoolSettings(1, 1),
            Map.of("default", new WorkManagerSettings(700, 40), "reports", new WorkManagerSettings(5, 10)));

    @AfterEach
    void stop() {
        managers.stop(Deadline.in(Ticker.system(), Duration.ofSeconds(1)));
    }

    private static WorkDefinitions definitions(
            Map<String, RequestClassDefinition> classes,
            Map<String, Integer> capacities,
            Map<String, WorkManagerDefinition> workManagers) {
        return new WorkDefinitions(classes, Map.of(), Map.of(), capacities, workManagers);
    }

    private WorkManagerRuntime runtime(String name) {
        return managers.workManagers().stream()
                .filter(m -> m.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private List<String> names() {
        return managers.workManagers().stream().map(WorkManagerRuntime::name).toList();
    }

    @Test
    void anApplicationHasTheLimitsOfTheDomainsDefault() {
        WorkScope shop = managers.forApplication("shop");
        assertThat(shop.standard()).isSameAs(shop.named("default"));
        assertThat(runtime("application/shop").capacity()).isEqualTo(700);
        assertThat(runtime("application/shop").requestClass()).isEqualTo("fair share 40");
    }

    @Test
    void eachApplicationHasItsOwnInstanceOfAWorkManagerOfTheDomain() {
        WorkScope shop = managers.forApplication("shop");
        WorkScope blog = managers.forApplication("blog");
        assertThat(shop.named("reports"))
                .isSameAs(shop.inner("web", WorkDefinitions.NONE).named("reports"))
                .isNotSameAs(blog.named("reports"))
                .isNotSameAs(managers.named("reports"));
        assertThat(runtime("application/shop/reports").capacity()).isEqualTo(5);
        assertThat(runtime("application/blog/reports").requestClass()).isEqualTo("fair share 10");
    }

    @Test
    void theNearestDefinitionCounts() {
        WorkScope shop = managers.forApplication("shop");
        Map<String, WorkManagerDefinition> own =
                Map.of("reports", WorkManagerDefinition.PLAIN.withRequestClass("gold"));
        WorkScope version = shop.inner("v1", definitions(Map.of("gold", new FairShare(90)), Map.of(), own));
        WorkScope module = version.inner(
                "web",
                definitions(
                        Map.of(),
                        Map.of("few", 3),
                        Map.of(
                                "default",
                                WorkManagerDefinition.PLAIN.withCapacity("few").withRequestClass("gold"))));

        assertThat(module.named("reports")).isSameAs(version.named("reports")).isNotSameAs(shop.named("reports"));
        assertThat(runtime("application/shop/v1/reports").requestClass()).isEqualTo("fair share 90");
        assertThat(module.standard().name()).isEqualTo("application/shop/v1/web/default");
        assertThat(runtime("application/shop/v1/web/default").capacity()).isEqualTo(3);
        assertThat(runtime("application/shop/v1/web/default").requestClass()).isEqualTo("fair share 90");
        assertThat(version.standard()).isSameAs(shop.standard());
    }

    @Test
    void workOfAnUnknownWorkManagerGoesToTheStandardOne() {
        WorkScope module = managers.forApplication("shop").inner("web", WorkDefinitions.NONE);
        assertThat(module.named("report")).isSameAs(module.standard());
        assertThat(module.named("report")).isSameAs(module.standard());
    }

    @Test
    void whatIsDefinedNowhereIsRefusedAndLeavesNothingBehind() {
        WorkScope shop = managers.forApplication("shop");
        Map<String, WorkManagerDefinition> wrong =
                Map.of("a", WorkManagerDefinition.PLAIN, "b", WorkManagerDefinition.PLAIN.withRequestClass("gold"));
        assertThatThrownBy(() -> shop.inner("web", definitions(Map.of(), Map.of(), wrong)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("work manager 'b' of application/shop/web")
                .hasMessageContaining("request class 'gold'");
        assertThat(names()).noneMatch(name -> name.startsWith("application/shop/web"));
    }

    @Test
    void aClosedScopeRefusesWithAllThatLiesWithin() {
        WorkScope shop = managers.forApplication("shop");
        Map<String, WorkManagerDefinition> own = Map.of("own", WorkManagerDefinition.PLAIN);
        WorkScope first = shop.inner("v1", definitions(Map.of(), Map.of(), own));
        WorkScope second = shop.inner("v2", definitions(Map.of(), Map.of(), own));

        first.close();
        first.close();
        assertThat(first.named("own").offer(() -> {})).isFalse();
        assertThat(first.standard().offer(() -> {})).isTrue();
        assertThat(second.named("own").offer(() -> {})).isTrue();

        shop.close();
        assertThat(second.named("own").offer(() -> {})).isFalse();
        assertThat(shop.standard().offer(() -> {})).isFalse();
        assertThat(shop.named("reports").offer(() -> {})).isFalse();
        assertThatThrownBy(() -> shop.inner("v3", WorkDefinitions.NONE)).isInstanceOf(IllegalStateException.class);
    }
}
