# Puts entries into a cache over Hot Rod, and reads them by memcached's text protocol and by REST.
#
#   java -cp 'target/lib/*' org.jruby.Main grid.rb USER PASSWORD [CACHE [ENTRIES]]
#
# HOTROD, MEMCACHED and REST name other ports than 11222, 11222 and 7003.
require 'java'
require 'socket'
require 'net/http'

user, password, cache_name, entries = ARGV
abort 'usage: grid.rb USER PASSWORD [CACHE [ENTRIES]]' unless password
cache_name ||= 'demo'
entries = (entries || 10_000).to_i
hot_rod_port = ENV.fetch('HOTROD', '11222').to_i
memcached_port = ENV.fetch('MEMCACHED', '11222').to_i
rest_port = ENV.fetch('REST', '7003').to_i

def timed(what)
  began = Process.clock_gettime(Process::CLOCK_MONOTONIC)
  yield
  puts format('%-28s %6.2f s', what, Process.clock_gettime(Process::CLOCK_MONOTONIC) - began)
end

def check(what, key, value)
  abort "#{what}: #{key} has #{value.inspect}" unless value == "value of #{key}"
end

keys = (0...entries).map { |i| "key-#{i}" }

configuration = org.infinispan.client.hotrod.configuration.ConfigurationBuilder.new
configuration.add_server.host('127.0.0.1').port(hot_rod_port)
configuration.security.authentication.sasl_mechanism('SCRAM-SHA-256').username(user).password(password)
manager = org.infinispan.client.hotrod.RemoteCacheManager.new(configuration.build)
begin
  cache = manager.get_cache(cache_name)
  abort "there is no cache #{cache_name}" if cache.nil?
  timed("#{entries} puts over Hot Rod") { keys.each { |key| cache.put(key, "value of #{key}") } }
ensure
  manager.close
end

TCPSocket.open('127.0.0.1', memcached_port) do |socket|
  login = "#{user} #{password}"
  socket.write("set login 0 0 #{login.bytesize}\r\n#{login}\r\n")
  answer = socket.gets
  abort "memcached: #{answer}" unless answer == "STORED\r\n"
  timed("#{entries} gets by memcached") do
    keys.each do |key|
      socket.write("get #{key}\r\n")
      head = socket.gets
      abort "memcached: #{key}: #{head}" unless head&.start_with?('VALUE ')
      value = socket.read(head.split[3].to_i)
      socket.gets # the end of the value
      socket.gets # END
      check('memcached', key, value)
    end
  end
end

Net::HTTP.start('127.0.0.1', rest_port) do |http|
  timed("#{entries} gets by REST") do
    keys.each do |key|
      request = Net::HTTP::Get.new("/rest/v2/caches/#{cache_name}/#{key}")
      request.basic_auth(user, password)
      answer = http.request(request)
      abort "REST: #{key}: #{answer.code} #{answer.body}" unless answer.code == '200'
      check('REST', key, answer.body)
    end
  end
end
puts 'all three have the same'
