package io.keelson.admin.change;

import io.keelson.admin.rest.Problem;
import io.keelson.kernel.config.SettingPath;

/** Refusals as problems: a status and a sentence. */
public final class Refusals {
    private Refusals() {}

    /** The answer to a change that was refused. */
    public static Problem of(ChangeException e) {
        String message = String.valueOf(e.getMessage());
        return switch (e.kind()) {
            case WRONG -> Problem.notDone(400, "Bad request", message, e.causes());
            case UNKNOWN -> Problem.notFound(message);
            case LOCK -> Problem.notDone(409, "Locked", message, e.causes());
            case UNLOCKED -> Problem.notDone(409, "Not locked", message, e.causes());
            case BUSY -> Problem.notDone(409, "Under way", message, e.causes());
            case EXISTS -> Problem.notDone(409, "Exists already", message, e.causes());
            case UNSETTLED -> Problem.notDone(409, "Not settled", message, e.causes());
            case VERSIONS -> Problem.notDone(409, "Versions side by side", message, e.causes());
            case STALE -> Problem.notDone(412, "Changed meanwhile", message, e.causes());
            case INVALID -> Problem.notDone(422, "Not valid", message, e.causes());
            case REFUSED -> Problem.notDone(409, "Refused", message, e.causes());
        };
    }

    static SettingPath path(String text) throws Problem {
        try {
            return SettingPath.parse(text);
        } catch (IllegalArgumentException e) {
            throw Problem.badRequest(String.valueOf(e.getMessage()));
        }
    }
}
