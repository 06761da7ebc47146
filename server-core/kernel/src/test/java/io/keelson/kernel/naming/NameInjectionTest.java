package io.keelson.kernel.naming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.util.Hashtable;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.LinkRef;
import javax.naming.Name;
import javax.naming.NamingException;
import javax.naming.NoPermissionException;
import javax.naming.Reference;
import javax.naming.StringRefAddr;
import javax.naming.spi.ObjectFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names and references that come from outside run no code and open no connection. */
class NameInjectionTest {
    private static final AtomicInteger RUN = new AtomicInteger();

    private final AtomicReference<NamingSettings> settings = new AtomicReference<>(NamingSettings.NONE);
    private final Naming naming = Naming.open("one", settings::get);

    @AfterEach
    void close() {
        naming.close();
        RUN.set(0);
    }

    /** What an attacker would have run. */
    public static final class Planted implements ObjectFactory {
        @Override
        public Object getObjectInstance(Object of, Name name, Context context, Hashtable<?, ?> environment) {
            RUN.incrementAndGet();
            return "made";
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ldap://127.0.0.1:%d/x",
                "LDAP://127.0.0.1:%d/x",
                "ldaps://127.0.0.1:%d/x",
                "rmi://127.0.0.1:%d/x",
                "dns://127.0.0.1:%d/x",
                "iiop://127.0.0.1:%d/x",
                "corbaname::127.0.0.1:%d#x",
                "http://127.0.0.1:%d/x"
            })
    void urlsAreRefusedAndNobodyIsAsked(String url) throws Exception {
        try (ServerSocket attacker = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            String name = String.format(url, attacker.getLocalPort());
            assertThatThrownBy(() -> new InitialContext().lookup(name))
                    .isInstanceOf(NoPermissionException.class)
                    .hasMessageContaining("naming.url-schemes");
            assertThatThrownBy(() -> InitialContext.<Object>doLookup(name)).isInstanceOf(NoPermissionException.class);
            assertThatThrownBy(() -> new InitialContext().bind(name, "x")).isInstanceOf(NoPermissionException.class);
            naming.context().rebind("link", new LinkRef(name));
            assertThatThrownBy(() -> new InitialContext().lookup("link")).isInstanceOf(NoPermissionException.class);
            attacker.setSoTimeout(50);
            assertThatThrownBy(attacker::accept).isInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void aSchemeThatTheDomainAllowsIsAsked() throws Exception {
        settings.set(new NamingSettings(List.of(), List.of("RMI"), false, NamingSettings.OtherNames.AUTOMATIC));
        try (ServerSocket asked = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            asked.setSoTimeout(10_000);
            Thread server = new Thread(() -> {
                try {
                    asked.accept().close();
                } catch (java.io.IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            });
            server.start();
            assertThatThrownBy(() -> new InitialContext().lookup("rmi://127.0.0.1:" + asked.getLocalPort() + "/x"))
                    .isInstanceOf(NamingException.class)
                    .isNotInstanceOf(NoPermissionException.class);
            server.join(10_000);
            assertThat(server.isAlive()).isFalse();
        }
    }

    @Test
    void aReferenceWithACodeBaseIsNeverFollowed() {
        settings.set(new NamingSettings(
                List.of(Planted.class.getName()), List.of(), false, NamingSettings.OtherNames.AUTOMATIC));
        Reference reference = new Reference("x", Planted.class.getName(), "http://127.0.0.1:1/code/");
        assertThatThrownBy(() -> naming.context().bind("x", reference))
                .isInstanceOf(NoPermissionException.class)
                .hasMessageContaining("which is never done");
        assertThat(RUN).hasValue(0);
    }

    @Test
    void onlyTrustedFactoriesRun() throws Exception {
        Reference reference = new Reference("x", Planted.class.getName(), null);
        assertThatThrownBy(() -> naming.context().bind("x", reference))
                .isInstanceOf(NoPermissionException.class)
                .hasMessageContaining("naming.trusted-object-factories");
        settings.set(new NamingSettings(
                List.of("io.keelson.kernel.naming.*"), List.of(), false, NamingSettings.OtherNames.AUTOMATIC));
        naming.context().bind("x", reference);
        assertThat(new InitialContext().lookup("x")).isEqualTo("made");
        settings.set(NamingSettings.NONE);
        assertThatThrownBy(() -> new InitialContext().lookup("x")).isInstanceOf(NoPermissionException.class);
        assertThat(RUN).hasValue(1);
    }

    @Test
    void aReferenceToAUrlIsRefused() {
        Reference reference = new Reference("x", new StringRefAddr("URL", "ldap://127.0.0.1:1/x"));
        assertThatThrownBy(() -> naming.context().bind("x", reference)).isInstanceOf(NoPermissionException.class);
    }

    @Test
    void packagesThatOnlyBeginAlikeAreNotTrusted() {
        settings.set(new NamingSettings(
                List.of("io.keelson.kernel.nam.*"), List.of(), false, NamingSettings.OtherNames.AUTOMATIC));
        assertThatThrownBy(() -> naming.context().bind("x", new Reference("x", Planted.class.getName(), null)))
                .isInstanceOf(NoPermissionException.class);
    }

    @Test
    void nonsenseIsRefusedInTheSettings() {
        assertThatThrownBy(
                        () -> new NamingSettings(List.of("*"), List.of(), false, NamingSettings.OtherNames.AUTOMATIC))
                .hasMessageContaining("'*'");
        assertThatThrownBy(() ->
                        new NamingSettings(List.of(), List.of("ldap:"), false, NamingSettings.OtherNames.AUTOMATIC))
                .hasMessageContaining("'ldap:'");
        assertThatThrownBy(() ->
                        new NamingSettings(List.of(), List.of("java"), false, NamingSettings.OtherNames.AUTOMATIC))
                .hasMessageContaining("'java'");
    }

    @Test
    void callersFromOutsideBindNoReferencesAndReachNoSchemes() throws Exception {
        settings.set(new NamingSettings(
                List.of(Planted.class.getName()), List.of("ldap"), true, NamingSettings.OtherNames.AUTOMATIC));
        RemoteNames remote = naming.remote(java.rmi.Remote.class::isInstance);
        assertThatThrownBy(() -> remote.bind("x", new Reference("x", Planted.class.getName(), null), false))
                .isInstanceOf(NoPermissionException.class);
        assertThatThrownBy(() -> remote.bind("x", new LinkRef("ldap://127.0.0.1:1/x"), false))
                .isInstanceOf(NoPermissionException.class);
        assertThatThrownBy(() -> remote.lookup("ldap://127.0.0.1:1/x")).isInstanceOf(NoPermissionException.class);
        assertThatThrownBy(() -> remote.lookup("java:app/x")).isInstanceOf(NoPermissionException.class);
    }
}
