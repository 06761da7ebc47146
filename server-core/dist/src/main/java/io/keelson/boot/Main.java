package io.keelson.boot;

import io.keelson.admin.domain.DomainException;
import io.keelson.base.log.LogSection;
import io.keelson.base.log.Logging;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.config.ConfigurationException;
import io.keelson.kernel.config.ConfigurationReader;
import io.keelson.kernel.config.Domain;
import io.keelson.kernel.config.DomainConfiguration;
import io.keelson.kernel.config.DomainFile;
import io.keelson.kernel.config.EditException;
import io.keelson.kernel.config.Model;
import io.keelson.kernel.config.Overrides;
import io.keelson.kernel.config.Problem;
import io.keelson.kernel.lifecycle.Server;
import io.keelson.kernel.lifecycle.ServerException;
import io.keelson.kernel.lifecycle.ServerOutcome;
import io.keelson.kernel.lifecycle.ServerState;
import io.keelson.kernel.serial.ApplicationStreams;
import io.keelson.kernel.work.OverloadSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The process of a server: {@code Main --domain DIR --server NAME}. Starts it and returns to the operating system when it
 * has ended. See docs/design/lifecycle.md.
 */
public final class Main {
    /** Ended in good order. */
    public static final int OK = 0;
    /** Could not start. */
    public static final int START_FAILED = 1;
    /** The command line or the configuration is wrong; nothing was started. */
    public static final int USAGE = 2;
    /** Something did not stop. */
    public static final int STOP_FAILED = 3;
    /** Gave up while it ran, as its configuration says, or without memory. */
    public static final int FAILED = 4;

    /** Properties and variables that begin like overrides of the configuration and are none. */
    private static final Set<String> RESERVED = Set.of(
            "keelson.home",
            "KEELSON_HOME",
            "KEELSON_ARCHIVE",
            "keelson.boot.*",
            "keelson.demo.*",
            "KEELSON_DEMO_*",
            ApplicationStreams.PROPERTY);

    private static final String ARENAS = "io.netty.allocator.numDirectArenas";
    private static final String WORDS = "org.apache.el.parser.SKIP_IDENTIFIER_CHECK";

    private final Arguments arguments;
    private final Companion companion;
    private final Edit edit;

    private Main(Arguments arguments, Companion companion, Edit edit) {
        this.arguments = arguments;
        this.companion = companion;
        this.edit = edit;
    }

    /** Change that a command line makes to the domain's file, for this process only. */
    interface Edit {
        /** The file as this process reads it. */
        DomainFile of(DomainFile file) throws EditException, Arguments.UsageException;
    }

    /** Activity beside a server that is RUNNING. */
    interface Companion {
        /** Begins; what it returns is closed when the server has ended. */
        AutoCloseable begin(Server server) throws InterruptedException;
    }

    /** Runs a server until it has ended. */
    public static void main(String... words) throws InterruptedException {
        int code = run(server -> ArchiveMaker.begin(), words);
        ClassArchive.survived();
        System.exit(code);
    }

    /** Runs a server until it has ended, with a companion beside it; returns the exit code. */
    static int run(Companion companion, String... words) throws InterruptedException {
        try {
            return run(companion, Arguments.parse(words), file -> file);
        } catch (Arguments.UsageException e) {
            return refuse(USAGE, String.valueOf(e.getMessage()), Arguments.USAGE);
        }
    }

    /** The same of a server that the command line changes. */
    static int run(Companion companion, Arguments arguments, Edit edit) throws InterruptedException {
        Logging.claimLogManager();
        oneArenaForEachProcessor();
        wordsOfJavaInExpressions();
        Optional<String> wrongFilter = ApplicationStreams.problem();
        if (wrongFilter.isPresent()) {
            return refuse(USAGE, wrongFilter.get());
        }
        String unguarded = guard();
        try {
            return new Main(arguments, companion, edit).run(unguarded);
        } catch (EditException | Arguments.UsageException e) {
            return refuse(USAGE, String.valueOf(e.getMessage()));
        } catch (ConfigurationException e) {
            return refuse(USAGE, e.problems().stream().map(Problem::toString).toArray(String[]::new));
        } catch (ServerLock.TakenException e) {
            return refuse(START_FAILED, String.valueOf(e.getMessage()));
        } catch (DomainException e) {
            return refuse(USAGE, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            return refuse(
                    START_FAILED,
                    "the server did not start: " + e + "; look at the space and the rights of the domain's disk");
        }
    }

    static int refuse(int code, String... lines) {
        for (String line : lines) {
            System.err.println("keelson: " + line);
        }
        return code;
    }

    /**
     * Netty's pools would have two arenas for each processor, so that threads seldom meet in one. Here those that ask
     * often have a store of their own before it, and each arena keeps a piece of memory that is resident whole. Must run
     * before Netty's classes are read.
     */
    private static void oneArenaForEachProcessor() {
        if (System.getProperty(ARENAS) == null) {
            System.setProperty(ARENAS, String.valueOf(Runtime.getRuntime().availableProcessors()));
        }
    }

    /**
     * The library of expressions refuses words of Java as names, as the specification says (Expression Language 6.0,
     * 1.19). Others do not, and applications have beans that are called {@code public}. Must run before its classes are
     * read.
     */
    private static void wordsOfJavaInExpressions() {
        if (System.getProperty(WORDS) == null) {
            System.setProperty(WORDS, "true");
        }
    }

    /** Guards deserialisation; returns why that is not possible, or nothing. The log is not yet open. */
    private static String guard() {
        try {
            DeserialisationGuard.install();
            return "";
        } catch (IllegalStateException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private int run(String unguarded)
            throws ConfigurationException, EditException, Arguments.UsageException, DomainException, IOException,
                    ServerLock.TakenException, InterruptedException {
        ClassLoader loader = Main.class.getClassLoader();
        InitialConfiguration initial = InitialConfiguration.read(arguments);
        DomainFile file = edit.of(initial.file());
        String name = arguments.server().orElseGet(file::adminServer);
        DomainConfiguration configuration =
                new ConfigurationReader(Model.load(loader)).read(file, name, Overrides.ofProcess(RESERVED));
        ServerIdentity identity = identity(configuration, name);
        Server server = new Server(identity, configuration, Ticker.system(), Subsystems.of(configuration, loader));
        Termination termination = new Termination(server);
        try (ServerLock lock = ServerLock.take(identity.directory());
                Logging log = Logging.configure(
                        configuration.get(LogSection.class).log(), identity.directory(), Ticker.system())) {
            greet(identity, configuration.warnings(), unguarded);
            initial.warn(name);
            EarlyRecord record = new EarlyRecord(identity);
            record.write(ServerState.STARTING);
            server.addListener(record);
            termination.arm();
            HeapWatch.begin(configuration.get(OverloadSettings.class).heapFullTime());
            return serve(server);
        } finally {
            termination.closed();
        }
    }

    private ServerIdentity identity(DomainConfiguration configuration, String name) {
        Domain domain = configuration.get(Domain.class);
        Path directory = arguments.domain().resolve("servers").resolve(name);
        // Applications ask for their server's name so, as on WebLogic.
        System.setProperty("weblogic.Name", name);
        return new ServerIdentity(name, domain.name(), arguments.domain(), directory, domain.productionMode());
    }

    private static void greet(ServerIdentity identity, List<String> warnings, String unguarded) {
        Thread.setDefaultUncaughtExceptionHandler(new LastResort(Runtime.getRuntime()::halt));
        BootLog.LOG.starts(
                identity.name(), identity.domain(), ProcessHandle.current().pid(), System.getProperty("java.version"));
        warnings.forEach(BootLog.LOG::configurationWarning);
        if (!unguarded.isEmpty()) {
            BootLog.LOG.deserialisationUnguarded(unguarded);
        }
    }

    private int serve(Server server) throws InterruptedException {
        try {
            server.start();
            ClassArchive.survived();
        } catch (ServerException e) {
            if (server.awaitEnd() == ServerOutcome.START_FAILED) {
                return refuse(START_FAILED, "the server did not start: " + e.getMessage());
            }
        }
        return switch (accompanied(server)) {
            case STOPPED -> OK;
            case START_FAILED -> START_FAILED;
            case STOP_FAILED -> STOP_FAILED;
            case FAILED -> FAILED;
        };
    }

    private ServerOutcome accompanied(Server server) throws InterruptedException {
        try (AutoCloseable begun = companion.begin(server)) {
            return server.awaitEnd();
        } catch (InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("a companion of the server failed", e);
        }
    }
}
