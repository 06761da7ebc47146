package io.keelson.ee.stomp;

import org.jspecify.annotations.Nullable;

/**
 * Heart-beats as client and server have agreed on them, in milliseconds.
 *
 * @param toClient the server sends something at least as often; 0: it need not
 * @param fromClient the client sends something at least as often; 0: it need not
 */
record HeartBeats(long toClient, long fromClient) {
    private static final long MOST = 24L * 60 * 60 * 1000;

    /**
     * Agrees with a client.
     *
     * @param said its header: how often it can send, and how often it wants something; null: neither
     * @param canSend how often the server can send
     * @param wants how often the server wants something
     * @throws FrameException where the header is no two numbers
     */
    static HeartBeats agreed(@Nullable String said, long canSend, long wants) throws FrameException {
        if (said == null) {
            return new HeartBeats(0, 0);
        }
        int comma = said.indexOf(',');
        if (comma < 0) {
            throw wrong();
        }
        long itCan = number(said.substring(0, comma));
        long itWants = number(said.substring(comma + 1));
        return new HeartBeats(itWants == 0 ? 0 : Math.max(canSend, itWants), itCan == 0 ? 0 : Math.max(wants, itCan));
    }

    private static long number(String text) throws FrameException {
        try {
            long number = Long.parseLong(text.trim());
            if (number >= 0) {
                return Math.min(number, MOST);
            }
        } catch (NumberFormatException e) {
            throw wrong();
        }
        throw wrong();
    }

    private static FrameException wrong() {
        return new FrameException(
                "the header 'heart-beat' is to be two numbers of milliseconds with a comma between them");
    }
}
