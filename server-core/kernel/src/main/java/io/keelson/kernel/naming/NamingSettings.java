package io.keelson.kernel.naming;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import java.util.List;
import java.util.Locale;

/**
 * Limits on the objects to which names may lead.
 *
 * @param trustedObjectFactories classes, or packages with {@code .*} behind them
 * @param urlSchemes in lower case, without a colon
 * @param remoteChanges whether callers from other processes may bind and unbind
 * @param namesOfOtherServers when names that other servers have are translated
 */
@Section(value = "naming", help = "Names (JNDI) inside the server.")
public record NamingSettings(
        @Setting(
                help =
                        "Factories (javax.naming.spi.ObjectFactory) that may make objects of references that are bound: names"
                                + " of classes, or of packages with .* behind them. Who may bind a reference to such a factory, runs"
                                + " its code.",
                change = Setting.Change.LIVE)
        List<String> trustedObjectFactories,

        @Setting(
                help =
                        "Schemes of URLs that applications may look up beside java:, as ldap or dns. A name that comes from"
                                + " outside then chooses which server is asked.",
                change = Setting.Change.LIVE)
        List<String> urlSchemes,

        @Setting(
                help =
                        "Whether callers from other processes may bind, rename and unbind names; reading they always may.",
                defaultValue = "false",
                change = Setting.Change.LIVE)
        boolean remoteChanges,

        @Setting(
                help =
                        "Whether names that other servers have, as java:jboss/datasources/ExampleDS or jdbc/__default, lead to"
                                + " what this server has in their place where nothing is bound by them. automatic: in"
                                + " development mode.",
                defaultValue = "automatic",
                change = Setting.Change.LIVE)
        OtherNames namesOfOtherServers) {
    /** Conditions under which names of other servers are translated. */
    public enum OtherNames {
        /** In development mode. */
        AUTOMATIC,
        /** Always. */
        ON,
        /** Never. */
        OFF
    }

    /** Settings that apply where nothing is set. */
    public static final NamingSettings NONE = new NamingSettings(List.of(), List.of(), false, OtherNames.AUTOMATIC);

    public NamingSettings {
        urlSchemes = urlSchemes.stream()
                .map(scheme -> scheme.toLowerCase(Locale.ROOT))
                .toList();
        for (String scheme : urlSchemes) {
            if (!scheme.matches("[a-z][a-z0-9+.-]*") || scheme.equals("java")) {
                throw new IllegalArgumentException(
                        "'" + scheme + "' is no scheme that can be allowed; write it without a colon, as ldap");
            }
        }
        for (String factory : trustedObjectFactories) {
            if (!factory.matches("[\\p{javaJavaIdentifierPart}.$]+(\\.\\*)?") || factory.equals("*")) {
                throw new IllegalArgumentException("'" + factory
                        + "' is no factory; write the name of a class, or of a package with .* behind it");
            }
        }
    }
}
