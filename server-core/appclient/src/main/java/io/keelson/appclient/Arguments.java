package io.keelson.appclient;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A command line.
 *
 * @param archive an EAR or the JAR of a client module, or a directory of one
 * @param module which module of the EAR; null where there is one only
 * @param application under which name the EAR is deployed; null for its own
 * @param server {@code keelson://host:port}; null for the default
 * @param user who logs in; null for nobody, or for whom the client's callback handler names
 * @param passwordFile a file whose first line is the password; null to ask for it
 * @param verbose whether to say what is brought and resolved
 * @param rest the arguments of the client's main method
 */
record Arguments(
        Path archive,
        @Nullable String module,
        @Nullable String application,
        @Nullable String server,
        @Nullable String user,
        @Nullable Path passwordFile,
        boolean verbose,
        List<String> rest) {
    static final String USAGE =
            "usage: keelson client APP.ear|CLIENT.jar [--name MODULE] [--application NAME] [--server keelson://HOST:PORT]\n"
                    + "           [--user USER] [--password-file FILE] [--verbose] [-- ARGUMENTS]";

    static Arguments parse(String... words) throws ClientException {
        String archive = null;
        String module = null;
        String application = null;
        String server = null;
        String user = null;
        String file = null;
        boolean verbose = false;
        List<String> rest = new ArrayList<>();
        for (int i = 0; i < words.length; i++) {
            String word = words[i];
            if (word.equals("--")) {
                rest.addAll(Arrays.asList(words).subList(i + 1, words.length));
                break;
            }
            int equal = word.startsWith("--") ? word.indexOf('=') : -1;
            String option = equal < 0 ? word : word.substring(0, equal);
            switch (option) {
                case "--verbose" -> verbose = true;
                case "--name", "--application", "--server", "--user", "--password-file" -> {
                    if (equal < 0 && ++i == words.length) {
                        throw new ClientException(option + " needs a value\n" + USAGE);
                    }
                    String value = equal < 0 ? words[i] : word.substring(equal + 1);
                    switch (option) {
                        case "--name" -> module = value;
                        case "--application" -> application = value;
                        case "--server" -> server = value.contains("://") ? value : "keelson://" + value;
                        case "--user" -> user = value;
                        default -> file = value;
                    }
                }
                default -> {
                    if (word.startsWith("-")) {
                        throw new ClientException("there is no option " + option + "\n" + USAGE);
                    }
                    if (archive != null) {
                        throw new ClientException(
                                "the arguments of the client follow '--': found '" + word + "'\n" + USAGE);
                    }
                    archive = word;
                }
            }
        }
        if (archive == null) {
            throw new ClientException("no archive is named\n" + USAGE);
        }
        if (file != null && user == null) {
            throw new ClientException("--password-file goes with --user\n" + USAGE);
        }
        return new Arguments(
                Path.of(archive),
                module,
                application,
                server,
                user,
                file == null ? null : Path.of(file),
                verbose,
                rest);
    }
}
