package io.keelson.arquillian;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A file with users for tests, {@code name:password:group,group} a line; {@code #} begins a comment. */
final class UsersFile {
    private UsersFile() {}

    /**
     * One line.
     *
     * @param name the user's name
     * @param password the password
     * @param groups the groups, which are roles too
     */
    record User(String name, String password, List<String> groups) {}

    /**
     * Reads a file.
     *
     * @throws IOException when it cannot be read, or a line is not one of a user; the message has its number
     */
    static List<User> read(Path file) throws IOException {
        List<User> users = new ArrayList<>();
        List<String> lines = Files.readAllLines(file);
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                String[] parts = line.split(":", -1);
                if (parts.length < 2 || parts.length > 3 || parts[0].isEmpty() || parts[1].isEmpty()) {
                    throw new IOException(file + ", line " + (i + 1) + ": a user is name:password:group,group");
                }
                List<String> groups = parts.length == 2
                        ? List.of()
                        : Arrays.stream(parts[2].split(","))
                                .map(String::strip)
                                .filter(group -> !group.isEmpty())
                                .toList();
                users.add(new User(parts[0], parts[1], groups));
            }
        }
        return users;
    }
}
