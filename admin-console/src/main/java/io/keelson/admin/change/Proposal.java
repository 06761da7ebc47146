package io.keelson.admin.change;

/**
 * A configuration of the whole domain that is proposed or decided. Two attempts at the same number differ in their id. Immutable.
 *
 * @param number the number of the revision that it is, or will be if it is decided; from 1
 * @param id what tells this attempt from every other, also from those of an admin server that was restarted
 * @param text the text of {@code domain.yaml}
 */
public record Proposal(int number, String id, String text) {
    /** Returns whether it is the same attempt. */
    boolean is(Proposal other) {
        return id.equals(other.id);
    }

    /** Without the text, which may be long and may hold secrets. */
    @Override
    public String toString() {
        return number + "/" + id;
    }
}
