package io.keelson.arquillian;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jboss.arquillian.container.spi.ConfigurationException;
import org.jboss.arquillian.container.spi.client.container.ContainerConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * The properties of a {@code <container>} of {@code arquillian.xml}. Arquillian calls the setters, each for the property of its
 * name, then {@link #validate}; afterwards nothing changes. Paths are relative to the directory in which the tests run.
 */
public final class KeelsonConfiguration implements ContainerConfiguration {
    /** Way of the adapter to a server. */
    enum Mode {
        /** Starts one. */
        MANAGED,
        /** Uses one that runs. */
        REMOTE
    }

    private String mode = "managed";
    private String channel = "Default";
    private boolean replace;
    private int deployTimeout = 300;
    private @Nullable String home;
    private @Nullable String domain;
    private @Nullable String configuration;
    private @Nullable String users;
    private @Nullable String javaHome;
    private String javaOptions = "-Xmx512m";
    private boolean keepDomain;
    private int startTimeout = 60;
    private int stopTimeout = 60;
    private @Nullable String management;
    private @Nullable String token;
    private @Nullable String tokenFile;

    /** {@code managed} (the default) starts a server, {@code remote} uses one that runs. */
    public void setMode(String mode) {
        this.mode = mode;
    }

    /** The name of the channel that the tests talk to; {@code Default} by default. */
    public void setChannel(String channel) {
        this.channel = channel;
    }

    /** Returns true if an application of the same name is replaced; otherwise one that is there is an error. */
    public void setReplace(boolean replace) {
        this.replace = replace;
    }

    /** Returns how many seconds a deployment or undeployment may take; 300 by default. */
    public void setDeployTimeout(int seconds) {
        this.deployTimeout = seconds;
    }

    /**
     * Managed: the directory of the distribution. Without it the system property {@code keelson.home}, then the environment's
     * {@code KEELSON_HOME}.
     */
    public void setHome(String home) {
        this.home = home;
    }

    /**
     * The domain's directory. Managed: without it a new one is made and deleted afterwards. Remote: where token and address are
     * read, when the server is on this machine.
     */
    public void setDomain(String domain) {
        this.domain = domain;
    }

    /** Managed: a file that becomes the {@code domain.yaml} of the new domain. */
    public void setConfiguration(String configuration) {
        this.configuration = configuration;
    }

    /** Managed: a file with users that are added, {@code name:password:group,group} a line; {@code #} begins a comment. */
    public void setUsers(String users) {
        this.users = users;
    }

    /** Managed: the JDK that the server runs on; without it that of the tests. */
    public void setJavaHome(String javaHome) {
        this.javaHome = javaHome;
    }

    /** Managed: options of the server's JVM, split at spaces; {@code -Xmx512m} by default. */
    public void setJavaOptions(String javaOptions) {
        this.javaOptions = javaOptions;
    }

    /** Managed: whether the domain that was made stays when the tests have ended. */
    public void setKeepDomain(boolean keepDomain) {
        this.keepDomain = keepDomain;
    }

    /** Managed: how many seconds the server may take to be RUNNING; 60 by default. */
    public void setStartTimeout(int seconds) {
        this.startTimeout = seconds;
    }

    /** Managed: how many seconds the server may take to end; then it is killed. 60 by default. */
    public void setStopTimeout(int seconds) {
        this.stopTimeout = seconds;
    }

    /** Remote: the management interface, {@code http://127.0.0.1:7001} by default, or what {@code domain} says. */
    public void setManagement(String management) {
        this.management = management;
    }

    /** Remote: the token of the management interface. */
    public void setToken(String token) {
        this.token = token;
    }

    /** Remote: a file with the token; without it {@code security/management-token} of {@code domain}. */
    public void setTokenFile(String tokenFile) {
        this.tokenFile = tokenFile;
    }

    @Override
    public void validate() throws ConfigurationException {
        List<String> wrong = new ArrayList<>();
        positive("deployTimeout", deployTimeout, wrong);
        positive("startTimeout", startTimeout, wrong);
        positive("stopTimeout", stopTimeout, wrong);
        if (!mode.equalsIgnoreCase("managed") && !mode.equalsIgnoreCase("remote")) {
            wrong.add("mode is managed or remote, not '" + mode + "'");
        } else if (mode() == Mode.MANAGED) {
            validateManaged(wrong);
        } else {
            validateRemote(wrong);
        }
        if (!wrong.isEmpty()) {
            throw new ConfigurationException(
                    "The Keelson container of arquillian.xml cannot be used: " + String.join("; ", wrong));
        }
    }

    private void validateManaged(List<String> wrong) {
        Path directory = home();
        if (directory == null) {
            wrong.add(
                    "home is missing: name the directory of the distribution there, in -Dkeelson.home or in KEELSON_HOME");
        } else if (!Files.isExecutable(launcher(directory))) {
            wrong.add("home is not a distribution of Keelson: there is no command " + launcher(directory));
        }
        file("configuration", configuration, wrong);
        file("users", users, wrong);
        refuse("management", management, wrong);
        refuse("token", token, wrong);
        refuse("tokenFile", tokenFile, wrong);
    }

    private void validateRemote(List<String> wrong) {
        if (token == null && tokenFile == null && domain == null) {
            wrong.add("mode remote needs the token of the management interface: set token, tokenFile or domain");
        }
        file("tokenFile", tokenFile, wrong);
        refuse("configuration", configuration, wrong);
        refuse("users", users, wrong);
    }

    private static void positive(String property, int value, List<String> wrong) {
        if (value < 1) {
            wrong.add(property + " is a number of seconds from 1, not " + value);
        }
    }

    private static void file(String property, @Nullable String value, List<String> wrong) {
        if (value != null && !Files.isReadable(Path.of(value))) {
            wrong.add(property + ": " + Path.of(value).toAbsolutePath() + " cannot be read");
        }
    }

    private void refuse(String property, @Nullable String value, List<String> wrong) {
        if (value != null) {
            wrong.add(property + " has no meaning with mode " + mode);
        }
    }

    Mode mode() {
        return Mode.valueOf(mode.toUpperCase(Locale.ROOT));
    }

    String channel() {
        return channel;
    }

    boolean replace() {
        return replace;
    }

    Duration deployTimeout() {
        return Duration.ofSeconds(deployTimeout);
    }

    /** The directory of the distribution; null where nothing names it. */
    @Nullable
    Path home() {
        String named = home != null ? home : System.getProperty("keelson.home", System.getenv("KEELSON_HOME"));
        return named == null || named.isBlank() ? null : Path.of(named).toAbsolutePath();
    }

    static Path launcher(Path home) {
        return home.resolve("bin").resolve("keelson");
    }

    @Nullable
    Path domain() {
        return path(domain);
    }

    @Nullable
    Path configuration() {
        return path(configuration);
    }

    @Nullable
    Path users() {
        return path(users);
    }

    String javaHome() {
        return javaHome != null ? javaHome : System.getProperty("java.home");
    }

    String javaOptions() {
        return javaOptions;
    }

    boolean keepDomain() {
        return keepDomain;
    }

    Duration startTimeout() {
        return Duration.ofSeconds(startTimeout);
    }

    Duration stopTimeout() {
        return Duration.ofSeconds(stopTimeout);
    }

    @Nullable
    String management() {
        return management;
    }

    @Nullable
    String token() {
        return token;
    }

    @Nullable
    Path tokenFile() {
        return path(tokenFile);
    }

    private static @Nullable Path path(@Nullable String value) {
        return value == null ? null : Path.of(value).toAbsolutePath();
    }
}
