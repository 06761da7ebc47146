package io.keelson.session.cookie;

/**
 * What one application's clients have brought and got, since it was started, for management.
 *
 * @param application the deployment
 * @param written how often a session was sealed for its client
 * @param largest the most characters that a session took in its cookies
 * @param damaged cookies that were refused because they had been cut or changed, or are of another session or application
 * @param unknownKey cookies that were refused because none of the keys is theirs
 * @param expired sessions that came back after their time
 * @param ended sessions that came back after their end, or with an id that they do not have any more, and that this server remembers
 * @param tooLarge how often a session was larger than its cookies may be: the answer was 500
 * @param late how often a session was changed when its response had begun already: that is lost
 */
public record CookieRuntime(
        String application,
        long written,
        long largest,
        long damaged,
        long unknownKey,
        long expired,
        long ended,
        long tooLarge,
        long late) {}
