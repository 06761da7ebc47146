package io.keelson.admin.watch;

import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.util.List;

/** Holds records of the log and events against what a condition says of their members. Stateless. */
final class Tests {
    private Tests() {}

    /** Returns whether all are so. */
    static boolean hold(List<Condition.Test> tests, JsonObject json) {
        return tests.stream().allMatch(test -> holds(test, json));
    }

    private static boolean holds(Condition.Test test, JsonObject json) {
        JsonValue member = json.get(test.member());
        if (member == null || member == JsonValue.NULL) {
            return test.comparison() == Condition.Comparison.OTHER;
        }
        String text = text(member);
        boolean below = test.member().equals("logger") && text.startsWith(test.value() + ".");
        return switch (test.comparison()) {
            case EQUAL -> below || text.equals(test.value());
            case OTHER -> !below && !text.equals(test.value());
            default -> test.comparison().holds(text, test.value());
        };
    }

    /** Of an exception its type and message, and not where it was thrown. */
    private static String text(JsonValue member) {
        if (member instanceof JsonString string) {
            return string.getString();
        }
        if (member instanceof JsonObject object && object.containsKey("stack-trace")) {
            return object.getString("type", "") + ": " + object.getString("message", "");
        }
        return member.toString();
    }
}
