package io.keelson.cluster.membership;

/**
 * Topic of messages on the cluster's channel. The room that uses one declares it as a constant of its own; the channel refuses a second
 * topic with the same number. The numbers in use stand in docs/design/membership.md, and none is ever given to something else.
 *
 * @param number from 1 to 127, the first byte of each message, the same on all servers
 * @param subject a short name for people
 */
public record Topic(int number, String subject) {
    public Topic {
        if (number < 1 || number > Byte.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "the number of topic " + subject + " is " + number + ": it is from 1 to 127");
        }
    }

    /** Returns the number as the byte that messages begin with. */
    public byte code() {
        return (byte) number;
    }
}
