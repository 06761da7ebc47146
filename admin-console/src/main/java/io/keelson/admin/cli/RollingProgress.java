package io.keelson.admin.cli;

import jakarta.json.JsonObject;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * How far the servers of a cluster are that are restarted one after the other, for the commands that order it.
 *
 * @param command shows it
 * @param client of the admin server
 * @param cluster the cluster
 */
record RollingProgress(ServerCommand command, ManagementClient client, String cluster) {
    private static final long LOOK_MILLIS = 250;

    /** The resource. */
    String path() {
        return "domain/clusters/"
                + URLEncoder.encode(cluster, StandardCharsets.UTF_8).replace("+", "%20") + "/restart";
    }

    /** Follows it to its end. Returns it as it is then. */
    JsonObject follow(JsonObject first) throws CommandException, IOException {
        JsonObject progress = first;
        String told = tell(progress, "");
        while (progress.getString("state").equals("RUNNING")) {
            NodeCommand.pause(LOOK_MILLIS);
            progress = client.sendBriefly("GET", path()).json();
            told = tell(progress, told);
        }
        return progress;
    }

    /** Says how far it is where that is news; returns what was said last. */
    private String tell(JsonObject progress, String told) throws IOException {
        String now = line(progress);
        if (!command.json && !now.equals(told)) {
            command.print(now);
        }
        return now;
    }

    /** Shows how far it is. */
    void show(String what, JsonObject progress) throws IOException {
        if (command.json) {
            command.print(progress.toString());
            return;
        }
        String why = progress.getString("why");
        command.print(what + " is " + progress.getString("state") + (why.isEmpty() ? "" : ": " + why));
        for (JsonObject member : progress.getJsonArray("members").getValuesAs(JsonObject.class)) {
            command.print(String.format("  %-24s  %s", member.getString("server"), member.getString("phase")));
        }
    }

    /** One line of how far it is: how many are done, and what happens now. */
    private static String line(JsonObject progress) {
        int done = 0;
        int all = 0;
        String now = "";
        for (JsonObject member : progress.getJsonArray("members").getValuesAs(JsonObject.class)) {
            String phase = member.getString("phase");
            all += phase.equals("SKIPPED") ? 0 : 1;
            switch (phase) {
                case "DONE" -> done++;
                case "WAITING", "SKIPPED" -> {}
                default -> now = "  " + member.getString("server") + " " + phase.toLowerCase(Locale.ROOT);
            }
        }
        return "[" + "#".repeat(done) + "-".repeat(all - done) + "] " + done + " of " + all + now;
    }
}
