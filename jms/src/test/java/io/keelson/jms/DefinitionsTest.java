package io.keelson.jms;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.jms.JmsFactoryMaker.Definitions;
import io.keelson.kernel.spi.resource.ResourceMaker.Definition;
import java.util.Map;
import java.util.Set;
import javax.naming.NamingException;
import org.junit.jupiter.api.Test;

/** Properties of destinations and connection factories that applications define. */
class DefinitionsTest {
    private static void check(String property) throws NamingException {
        Definition definition = new Definition(
                "shop",
                "java:/queue/orders",
                Map.of(),
                Map.of(property, "true"),
                DefinitionsTest.class.getClassLoader(),
                "class Orders");
        Definitions.check(definition, Set.of(), Set.of("send-timeout"));
    }

    @Test
    void aPropertyOfAnotherServerIsLeftOut() {
        assertThatCode(() -> check("enable-amq1-prefix")).doesNotThrowAnyException();
    }

    @Test
    void aMisspelledPropertyIsRefused() {
        assertThatThrownBy(() -> check("send-timout"))
                .isInstanceOf(NamingException.class)
                .hasMessageContaining("send-timout")
                .hasMessageContaining("[send-timeout]");
    }
}
