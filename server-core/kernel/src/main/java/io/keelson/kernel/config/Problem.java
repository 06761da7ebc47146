package io.keelson.kernel.config;

/**
 * One thing that is wrong with the configuration, and where.
 *
 * @param source the file's name, or the override that is wrong: {@code -Dkeelson.name}, {@code KEELSON_NAME}
 * @param line the line in the file from 1; 0 when the source has no lines
 * @param column the column in the line from 1, in characters; 0 when the source has no lines
 * @param path the path of the setting; empty for the domain itself
 * @param message what is wrong and what was expected
 */
public record Problem(String source, int line, int column, String path, String message) {
    /** Text for an operator: {@code domain.yaml:12:5: servers.AdminServer.listen-prot: unknown key}. */
    @Override
    public String toString() {
        String place = line == 0 ? source : source + ':' + line + ':' + column;
        return path.isEmpty() ? place + ": " + message : place + ": " + path + ": " + message;
    }
}
