package io.keelson.component.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.component.descriptor.ComponentDescriptor;
import io.keelson.component.descriptor.ComponentDescriptor.Lifecycle;
import io.keelson.component.descriptor.ComponentDescriptor.ResourceDefinition;
import io.keelson.component.descriptor.Location;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.kernel.naming.ComponentNames;
import io.keelson.kernel.naming.Naming;
import io.keelson.kernel.naming.NamingSettings;
import io.keelson.kernel.spi.resource.ResourceMaker;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.naming.NameNotFoundException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Resources of one definition in several applications. */
class SharedDefinitionsTest {
    private static final String QUEUE = "java:/queue/HELLO";

    private final Naming naming = Naming.open("one", () -> NamingSettings.NONE, true);
    private final SharedDefinitions shared = new SharedDefinitions(naming);
    private final List<String> open = new ArrayList<>();

    /** A module of an application and its environment. */
    private record Module(ComponentNames names, Environment environment) implements AutoCloseable {
        @Override
        public void close() {
            environment.close();
            names.close();
        }
    }

    @BeforeEach
    void queues() {
        naming.add(new ResourceMaker() {
            @Override
            public String kind() {
                return "jms-destination";
            }

            @Override
            public Made make(Definition definition) {
                String made = definition.settings() + " of " + definition.application();
                open.add(made);
                return new Made() {
                    @Override
                    public Object value() {
                        return made;
                    }

                    @Override
                    public void close() {
                        open.remove(made);
                    }
                };
            }
        });
    }

    @AfterEach
    void close() {
        naming.close();
    }

    private Module module(String application, String name, Map<String, String> settings) throws Exception {
        ClassLoader loader = new URLClassLoader(new URL[0], getClass().getClassLoader());
        ComponentNames names = naming.application(application).module(application, loader);
        ResourceDefinition definition =
                new ResourceDefinition(name, "jms-destination", settings, Map.of(), Location.of(application));
        Environment environment = new Environment(
                application,
                new ComponentDescriptor(List.of(), List.of(), List.of(definition), Lifecycle.NONE, Map.of(), false),
                new Sources(),
                naming,
                shared,
                names,
                loader);
        try {
            environment.open();
        } catch (DeploymentException e) {
            new Module(names, environment).close();
            throw e;
        }
        return new Module(names, environment);
    }

    @Test
    void applicationsThatDefineTheSameShareItUntilTheLastGoes() throws Exception {
        Module first = module("first", QUEUE, Map.of("name", "hello"));
        Module second = module("second", "java:queue/HELLO", Map.of("name", "hello"));

        assertThat(open).containsExactly("{name=hello} of first");
        first.close();
        assertThat(second.names().initialContext().lookup(QUEUE)).isEqualTo("{name=hello} of first");
        assertThat(open).hasSize(1);
        try (Module third = module("third", QUEUE, Map.of("name", "hello"))) {
            second.close();
            assertThat(third.names().initialContext().lookup(QUEUE)).isEqualTo("{name=hello} of first");
        }
        assertThat(open).isEmpty();
        try (Module again = module("again", QUEUE, Map.of("name", "other"))) {
            assertThat(again.names().initialContext().lookup(QUEUE)).isEqualTo("{name=other} of again");
        }
    }

    @Test
    void anotherDefinitionOfTheNameIsRefusedAndLeavesNothing() throws Exception {
        try (Module first = module("first", "java:global/queue", Map.of("name", "hello"))) {
            assertThatThrownBy(() -> module("second", "java:global/queue", Map.of("name", "other")))
                    .isInstanceOf(DeploymentException.class)
                    .hasMessageContaining("java:global/queue is bound by application first");
            assertThat(open).containsExactly("{name=hello} of first");
            assertThat(first.names().initialContext().lookup("java:global/queue"))
                    .isEqualTo("{name=hello} of first");
        }
        assertThat(open).isEmpty();
    }

    @Test
    void theNameOfAComponentIsSharedWithNobody() throws Exception {
        try (Module first = module("first", "java:comp/env/queue", Map.of("name", "hello"));
                Module second = module("second", "java:comp/env/queue", Map.of("name", "hello"))) {
            assertThat(open).hasSize(2);
            assertThat(second.names().initialContext().lookup("java:comp/env/queue"))
                    .isEqualTo("{name=hello} of second");
            first.close();
            assertThatThrownBy(() -> first.names().initialContext().lookup("java:comp/env/queue"))
                    .isInstanceOf(NameNotFoundException.class);
        }
    }
}
