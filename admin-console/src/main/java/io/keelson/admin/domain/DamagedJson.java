package io.keelson.admin.domain;

import jakarta.json.JsonException;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;

/** Reasons why a document of JSON that a program has written cannot be understood, in words for who has to put it right. */
public final class DamagedJson {
    private DamagedJson() {}

    /**
     * Returns a member that is text.
     *
     * @throws JsonException when there is none, or it is of another type; names it
     */
    public static String text(JsonObject json, String member) {
        if (json.get(member) instanceof JsonString text) {
            return text.getString();
        }
        throw new JsonException("its member '" + member + "' is missing or is no text");
    }

    /** Returns the reason of a failure while a document was read, without the words that the Java platform has for it. */
    public static String reason(Exception failure) {
        if (failure instanceof NullPointerException) {
            return "a member that it should have is missing";
        }
        if (failure instanceof ClassCastException) {
            return "a member of it is of another type than it should be";
        }
        if (failure instanceof ArithmeticException) {
            return "a number in it is out of range or no whole number";
        }
        return String.valueOf(failure.getMessage());
    }
}
