package io.keelson.kernel.naming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.kernel.spi.resource.ResourceMaker;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import javax.naming.NameNotFoundException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Resources that applications declare and nobody defines. */
class StandInsTest {
    private static final String QUEUE = "jakarta.jms.Queue";
    private static final String DATA_SOURCE = "javax.sql.DataSource";

    private final AtomicReference<NamingSettings> settings = new AtomicReference<>(NamingSettings.NONE);
    private final Naming naming = Naming.open("one", settings::get, true);
    private final List<String> open = new ArrayList<>();

    @BeforeEach
    void makers() {
        naming.add(new ResourceMaker() {
            @Override
            public String kind() {
                return "jms-destination";
            }

            @Override
            public Made make(Definition definition) {
                String made = definition.setting("interface-name") + " " + definition.setting("destination-name");
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

    private Object lookup(String name) throws Exception {
        return naming.clientContext().lookup(name);
    }

    @Test
    void aQueueIsMadeWhenItIsLookedUpAndEndsWithItsLastUser() throws Exception {
        assertThatThrownBy(() -> lookup("jms/queue/orders")).isInstanceOf(NameNotFoundException.class);
        assertThat(naming.standIns().expect("java:/jms/queue/orders", QUEUE, "shop", "a"))
                .isTrue();
        assertThat(naming.standIns().expect("jms/queue/orders", QUEUE, "desk", "b"))
                .isTrue();
        assertThat(open).isEmpty();

        assertThat(lookup("jms/queue/orders")).isEqualTo(QUEUE + " orders");
        assertThat(lookup("java:/jms/queue/orders")).isSameAs(lookup("jms/queue/orders"));
        naming.standIns().release("a");
        assertThat(open).hasSize(1);
        naming.standIns().release("b");
        assertThat(open).isEmpty();
        assertThatThrownBy(() -> lookup("jms/queue/orders")).isInstanceOf(NameNotFoundException.class);
    }

    @Test
    void whatIsBoundGoesFirstAndASimilarNameIsNoStandIn() throws Exception {
        naming.standIns().expect("jms/orders", QUEUE, "shop", "a");
        naming.standIns().expect("jms/orderz", QUEUE, "shop", "a");
        naming.context().createSubcontext("jms").bind("orders", "own");
        assertThat(lookup("jms/orders")).isEqualTo("own");
        assertThatThrownBy(() -> lookup("jms/orderz")).isInstanceOf(NameNotFoundException.class);
    }

    @Test
    void nothingStandsInForNamesOfTheApplicationsOwnSpacesNorForOtherTypes() throws Exception {
        for (String name : List.of("java:app/jms/x", "java:comp/env/x", "java:global/x", "ldap:x", "")) {
            assertThat(naming.standIns().expect(name, QUEUE, "shop", "a"))
                    .as(name)
                    .isFalse();
        }
        assertThat(naming.standIns().expect("limit", "java.lang.Integer", "shop", "a"))
                .isFalse();
        assertThatThrownBy(() -> lookup("limit")).isInstanceOf(NameNotFoundException.class);
    }

    @Test
    void inProductionModeThereIsNone() throws Exception {
        settings.set(new NamingSettings(List.of(), List.of(), false, NamingSettings.OtherNames.OFF));
        assertThat(naming.standIns().expect("jms/orders", QUEUE, "shop", "a")).isFalse();
        assertThat(naming.standIns().expect("jdbc/orders", DATA_SOURCE, "shop", "a"))
                .isFalse();
        assertThatThrownBy(() -> lookup("jms/orders")).isInstanceOf(NameNotFoundException.class);
        assertThat(open).isEmpty();
    }

    @Test
    void aDataSourceIsTheDefaultOne() throws Exception {
        naming.addDefault("DefaultDataSource", "the default");
        naming.standIns().expect("jdbc/orders", DATA_SOURCE, "shop", "a");
        try (ComponentNames names = naming.application("shop").module("web", new URLClassLoader(new URL[0]))) {
            assertThat(names.initialContext().lookup("jdbc/orders")).isEqualTo("the default");
        }
    }

    @Test
    void whereTheServerHasNoDefaultOfTheTypeTheNameIsMissing() throws Exception {
        assertThat(naming.standIns().expect("jms/f", "jakarta.jms.ConnectionFactory", "shop", "a"))
                .isTrue();
        try (ComponentNames names = naming.application("shop").module("web", new URLClassLoader(new URL[0]))) {
            assertThatThrownBy(() -> names.initialContext().lookup("jms/f"))
                    .isInstanceOf(NameNotFoundException.class)
                    .hasMessageContaining("jms/f");
        }
    }
}
