package io.keelson.session.cookie;

import io.keelson.base.measure.Described;

/** Counts of the sessions that one application's clients have brought and got, since it was started, for management. */
public record CookieRuntime(
        @Described("The deployment.") String application,

        @Described(value = "How often a session was sealed for its client.", grows = true)
        long written,

        @Described("The most characters that a session took in its cookies.")
        long largest,

        @Described(
                value =
                        "Cookies that were refused because they had been cut or changed, or are of another session or application.",
                grows = true)
        long damaged,

        @Described(value = "Cookies that were refused because none of the keys is theirs.", grows = true)
        long unknownKey,

        @Described(value = "Sessions that came back after their time.", grows = true)
        long expired,

        @Described(
                value = "Sessions that came back after their end, or with an id that they do not have any more, "
                        + "and that this server remembers.",
                grows = true)
        long ended,

        @Described(value = "How often a session was larger than its cookies may be: the answer was 500.", grows = true)
        long tooLarge,

        @Described(
                value = "How often a session was changed when its response had begun already: that is lost.",
                grows = true)
        long late) {}
